import { z } from 'zod';
import { decisionInEvent } from './parts.ts';

const convention = z.looseObject({
  id: z.string(),
  title: z.string(),
  tier: z.string(),
  affected_files: z.array(z.string()),
  /** Events of earlier versions have none: what they tell of was active. */
  status: z.string().optional(),
});

const stale = {
  decision: decisionInEvent,
  /** The linked symbol that changed or is gone. */
  symbol: z.string(),
  reason: z.enum(['changed', 'removed']),
  user: z.string(),
  /** Whose edit it was; empty when it is not known. */
  session_id: z.string(),
};

export const knowledgeEvents = {
  decision_recorded: z.object({
    decision: decisionInEvent,
    user: z.string(),
    /** Whose decision it is; absent when a person made it, and in events of earlier versions. */
    session_id: z.string().optional(),
  }),
  decision_stale: z.object({
    ...stale,
    /** The live ones whose decision it is (DEC-2); absent in events of earlier versions. */
    sessions: z.array(z.string()).optional(),
  }),
  /** DEC-13: what a stale decision says that changed is something else now. */
  decision_stale_again: z.object(stale),
  decision_reaffirmed: z.object({ decision: decisionInEvent, user: z.string(), note: z.string() }),
  decision_superseded: z.object({
    decision: decisionInEvent,
    by: decisionInEvent,
    user: z.string(),
  }),
  convention_proposed: z.object({
    convention,
    user: z.string(),
  }),
  /** Its tier changed, it was accepted (CNV-5), or it is active again. */
  convention_changed: z.object({
    convention,
    user: z.string(),
  }),
  convention_retired: z.object({
    convention: z.looseObject({ id: z.string(), title: z.string() }),
    user: z.string(),
  }),
  learning_recorded: z.object({
    learning: z.looseObject({ id: z.string(), insight: z.string() }),
    user: z.string(),
  }),
} as const;
