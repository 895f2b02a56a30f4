import { z } from 'zod';
import { timestamp, wholeNumber, workspaceId } from '../contract/fields.ts';
import { feedPath } from '../contract/edge.ts';
import { operation } from '../contract/operation.ts';

export const feedOperations = {
  feed: operation({
    method: 'GET',
    path: feedPath,
    access: 'member',
    delivery: 'events',
    input: z.object({
      ...workspaceId,
      /** Start after this seq; the header `Last-Event-ID` does the same and wins. */
      since: wholeNumber(0).optional(),
      /** LNK-4: `at` of that event: where it has another one in this log, `feed_lost` follows. */
      since_at: timestamp.optional(),
    }),
    output: z.looseObject({ type: z.string() }),
    summary: 'The workspace as Server-Sent Events; resumes with Last-Event-ID',
  }),
};
