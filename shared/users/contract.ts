import { z } from 'zod';
import { limits, line, role, timestamp } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const membership = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  role,
});

export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  created_at: timestamp,
  workspaces: z.array(membership),
});

/** Whoever an operator lets in. */
export const newPerson = z.object({
  email: z
    .string()
    .max(254)
    .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u, 'must be an e-mail address'),
  name: line(limits.name),
});

export const userOperations = {
  validateKey: operation({
    method: 'POST',
    path: '/users/validate-key',
    access: 'public',
    input: z.object({}),
    output: z.union([
      z.object({ valid: z.literal(true), user_id: z.string(), email: z.string() }),
      z.object({ valid: z.literal(false), error: z.string() }),
    ]),
    summary: 'Whether the bearer key is valid; 200 for a good and for a bad one',
  }),
  profile: operation({
    method: 'GET',
    path: '/users/profile',
    access: 'user',
    input: z.object({}),
    output: user,
    summary: 'The user of the key and their workspaces',
  }),
};
