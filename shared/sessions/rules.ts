import { refuse, type Refusal } from '../kernel/refusal.ts';
import type { HookBody } from './contract.ts';

/** Durations that a team may change; milliseconds. */
export interface Durations {
  readonly reservationTtlMs: number;
  readonly sessionTtlMs: number;
  /** How long a negotiation waits for an answer unless its initiator says otherwise. */
  readonly negotiationDeadlineMs: number;
  readonly receiptTtlMs: number;
}

export const defaultDurations: Durations = {
  reservationTtlMs: 10 * 60_000,
  sessionTtlMs: 5 * 60_000,
  negotiationDeadlineMs: 5 * 60_000,
  receiptTtlMs: 60 * 60_000,
};

/** SES-1: what identifies a session among those of one user in one workspace; a subagent has a session of its own. */
export interface ConversationKey {
  readonly conversationId: string;
  readonly agentId: string;
}

export function conversationOf(
  body: Pick<HookBody, 'conversation_id' | 'session_id' | 'agent_id'>,
): ConversationKey {
  return {
    conversationId: body.conversation_id ?? body.session_id ?? '',
    agentId: body.agent_id ?? '',
  };
}

/** ACC-5: the NotFound for a session that is unknown or another user's; `field` is what the caller named it by. */
export function noSuchSession(field: string): Refusal {
  return refuse(
    'NotFound',
    'No such session of yours. Any hook event of a conversation opens one.',
    {
      field,
    },
  );
}
