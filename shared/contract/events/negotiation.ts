import { z } from 'zod';
import { timestamp } from '../fields.ts';

/** The contested symbols; empty means the whole file. */
const contested = {
  negotiation_id: z.string(),
  file: z.string(),
  symbols: z.array(z.string()),
  initiator: z.string(),
  initiator_session: z.string(),
  counterparty: z.string(),
  counterparty_session: z.string(),
};

export const negotiationEvents = {
  negotiation_opened: z.object({
    ...contested,
    rationale: z.string(),
    deadline_at: timestamp,
    max_turns: z.number().int(),
  }),
  negotiation_answered: z.object({
    ...contested,
    action: z.enum(['defer', 'counter']),
    note: z.string(),
    by: z.string(),
    session_id: z.string(),
    deadline_at: timestamp,
  }),
  negotiation_escalated: z.object(contested),
  negotiation_ended: z.object({
    ...contested,
    status: z.enum(['resolved', 'expired']),
    /** Empty when it expired. */
    outcome: z.enum(['yield', 'hold', 'split', 'deadline', 'released', '']),
    /** Why it expired: no answer in time, the session that asked has ended, or a third session has it now. */
    reason: z.enum(['late', 'left', 'taken']).optional(),
    /** With `taken`: whose session that is. */
    holder: z.string().optional(),
    initiator_symbols: z.array(z.string()),
    counterparty_symbols: z.array(z.string()),
    note: z.string(),
    /** Who ended it; empty when its deadline did. */
    by: z.string(),
  }),
} as const;
