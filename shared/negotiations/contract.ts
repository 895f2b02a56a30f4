import { z } from 'zod';
import {
  filePath,
  identifier,
  limits,
  page,
  symbolIdOrName,
  text,
  timestamp,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const negotiationStatus = z.enum(['open', 'resolved', 'escalated', 'expired']);
export const negotiationAction = z.enum(['yield', 'hold', 'defer', 'counter', 'split']);

/** What ended it, or nothing yet. `deadline`: no answer in time; `released`: the holder let go by itself. */
export const negotiationOutcome = z.enum(['yield', 'hold', 'split', 'deadline', 'released']);

export type NegotiationStatus = z.output<typeof negotiationStatus>;
export type NegotiationAction = z.output<typeof negotiationAction>;
export type NegotiationOutcome = z.output<typeof negotiationOutcome>;

const symbolList = z.array(symbolIdOrName).max(limits.symbolsPerRecord);

/** Who gets which of the contested symbols; ids or bare names. */
export const split = z.object({
  initiator_symbols: symbolList,
  counterparty_symbols: symbolList,
});

const turn = z.object({
  turn: z.number().int(),
  session_id: z.string(),
  by: z.string(),
  action: negotiationAction,
  note: z.string(),
  defer_ms: z.number().int().optional(),
  split: split.optional(),
  at: timestamp,
});

export const negotiation = z.object({
  id: z.string(),
  file: z.string(),
  /** The contested symbols; empty means the whole file. */
  symbol_ids: z.array(z.string()),
  initiator_session: z.string(),
  initiator: z.string(),
  counterparty_session: z.string(),
  counterparty: z.string(),
  rationale: z.string(),
  status: negotiationStatus,
  outcome: negotiationOutcome.optional(),
  /** Whose answer is awaited; a person's when it is escalated. */
  waiting_for: z.enum(['counterparty', 'initiator', 'person']).optional(),
  turn_count: z.number().int(),
  max_turns: z.number().int(),
  deadline_ms: z.number().int(),
  deadline_at: timestamp,
  turns: z.array(turn),
  split: split.optional(),
  /** NEG-4: those of `split` that are no function, class, interface or enum of the file; in the answer of the call that splits. */
  unknown_symbols: z.array(z.string()).optional(),
  created_at: timestamp,
  ended_at: timestamp.optional(),
  ended_by: z.string().optional(),
});

export type NegotiationRecord = z.output<typeof negotiation>;

const one = { ...workspaceId, negotiation_id: identifier };
const milliseconds = wholeNumber(1, limits.maxDeadlineMs);

export const negotiationOperations = {
  openNegotiation: operation({
    method: 'POST',
    path: '/workspaces/:id/negotiations',
    access: 'member',
    tool: 'negotiate_open',
    toolHides: ['initiator_session'],
    input: z.object({
      ...workspaceId,
      session_id: identifier.optional(),
      initiator_session: identifier.optional(),
      counterparty_session: identifier.optional().describe('The holder; found when left out'),
      file: filePath.optional(),
      symbol_ids: symbolList.optional(),
      symbol_names: symbolList.optional(),
      rationale: text(limits.rationale).min(1).describe('Why you need it'),
      max_turns: wholeNumber(1, limits.turnsMax).default(limits.turnsDefault),
      deadline_ms: milliseconds.optional().describe('300000 when left out'),
    }),
    output: negotiation,
    status: 201,
    summary:
      'Ask the holder of a file or symbols for them. No answer by the deadline gives them to you.',
  }),
  listNegotiations: operation({
    method: 'GET',
    path: '/workspaces/:id/negotiations',
    access: 'member',
    tool: 'negotiate_list',
    toolHides: ['limit', 'before', 'session_id'],
    input: z.object({
      ...workspaceId,
      status: negotiationStatus.optional(),
      session_id: identifier.optional(),
      ...page,
    }),
    output: z.object({ negotiations: z.array(negotiation), next_cursor: z.string().optional() }),
    summary: 'Negotiations, newest first.',
  }),
  getNegotiation: operation({
    method: 'GET',
    path: '/workspaces/:id/negotiations/:negotiation_id',
    access: 'member',
    input: z.object(one),
    output: negotiation,
    summary: 'One negotiation with its turns',
  }),
  respondNegotiation: operation({
    method: 'POST',
    path: '/workspaces/:id/negotiations/:negotiation_id/respond',
    access: 'member',
    tool: 'negotiate_respond',
    toolHides: ['from_session', 'rationale'],
    input: z.object({
      ...one,
      session_id: identifier.optional(),
      from_session: identifier.optional(),
      action: negotiationAction,
      note: text(limits.task).default(''),
      /** A second name of `note`. */
      rationale: text(limits.task).optional(),
      defer_ms: milliseconds.optional().describe('With defer: how much longer'),
      split: split.optional().describe('With split; without it the holder keeps the first half'),
    }),
    output: negotiation,
    summary:
      'Answer a negotiation: yield gives the symbols up, hold keeps them, split shares them, defer asks for time, counter replies.',
  }),
  settleNegotiation: operation({
    method: 'POST',
    path: '/workspaces/:id/negotiations/:negotiation_id/settle',
    access: 'member',
    input: z.object({
      ...one,
      action: z.enum(['yield', 'hold', 'split']),
      note: text(limits.task).default(''),
      split: split.optional(),
    }),
    output: negotiation,
    summary: 'A person settles an escalated negotiation',
  }),
};
