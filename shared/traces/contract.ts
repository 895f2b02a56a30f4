import { z } from 'zod';
import { files, identifier, limits, line, text, timestamp } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { decisionType } from '../decisions/contract.ts';

export const trace = z.object({
  id: z.string(),
  session_id: z.string(),
  at: timestamp,
  kind: z.string(),
  text: z.string(),
  files: z.array(z.string()),
});

export type TraceRecord = z.output<typeof trace>;

const pushedTrace = z.object({
  at: timestamp,
  kind: line(limits.name),
  text: text(limits.text),
  files: files.optional(),
});

/** TRC-4: a decision that a language model found in traces. */
const proposal = z.object({
  title: line(limits.title),
  rationale: text(limits.rationale).default(''),
  type: decisionType.default('other'),
  files: files.optional(),
});

export const traceOperations = {
  pushTraces: operation({
    method: 'POST',
    path: '/traces/push',
    access: 'member',
    input: z.object({
      workspace_id: identifier,
      session_id: identifier.optional(),
      traces: z.array(pushedTrace).max(limits.tracesPerPush),
      proposals: z
        .array(proposal)
        .max(limits.proposalsPerPush)
        .optional()
        .describe('Decisions that your model found in traces; each waits for a member'),
    }),
    output: z.object({
      accepted: z.number().int(),
      /** How many secrets were taken out before anything was stored. */
      redacted: z.number().int(),
      /** How many older traces of the session were dropped to make room. */
      dropped: z.number().int(),
    }),
    summary: 'Keep coding traces of a session; secrets in them are taken out',
  }),
};
