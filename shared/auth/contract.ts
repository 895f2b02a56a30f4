import { z } from 'zod';
import { limits } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const authOperations = {
  exchangeToken: operation({
    method: 'POST',
    path: '/auth/exchange',
    access: 'public',
    input: z.object({ token: z.string().min(1).max(limits.token) }),
    output: z.object({
      api_key: z.string(),
      key_id: z.string(),
      user_id: z.string(),
      email: z.string(),
    }),
    status: 201,
    summary: "Exchange the configured identity provider's JWT for an API key",
  }),
};
