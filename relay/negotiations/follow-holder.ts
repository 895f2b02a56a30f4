import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { overlapUnder } from '../../shared/reservations/collisions.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { isLive } from '../../shared/reservations/rules.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import { targetIn } from '../reservations/target.ts';
import type { ReservationTransfer } from '../reservations/transfer.ts';
import { updateNegotiation, type Negotiation } from './queries.ts';
import { negotiationInEvent } from './records.ts';

/** What is held now of what the negotiation is about. */
export function heldOf(transfer: ReservationTransfer, row: Negotiation): ReservationWithHolder[] {
  const { nowMs, options } = transfer;
  const { key, symbols } = targetIn(row);
  return transfer
    .reservationsOf(key)
    .filter(
      (one) =>
        isLive(one, nowMs) &&
        symbols.some((symbol) => overlapUnder(options.policy, placeNamed(symbol), one)),
    );
}

/**
 * SES-3: the negotiation with a subagent whose conversation has taken over what it is about is the conversation's from now on, which is
 * told of it like a holder who is asked. Returns the negotiation as it is then.
 */
export async function followHolder(
  transfer: ReservationTransfer,
  row: Negotiation,
): Promise<Negotiation> {
  const held = heldOf(transfer, row);
  if (held.some(({ sessionId }) => sessionId === row.counterparty_session)) return row;
  const heir = held.find((one) => isOfConversation(one, row));
  if (heir === undefined || heir.sessionId === row.initiator_session) return row;
  const { connection, log } = transfer.transaction;
  const followed = { ...row, counterparty_session: heir.sessionId };
  await updateNegotiation(connection.kysely, row, { counterparty_session: heir.sessionId });
  log.append(row.workspace_id, toldAnew(followed));
  return followed;
}

function toldAnew(row: Negotiation): DraftEvent {
  if (row.status === 'escalated')
    return { type: 'negotiation_escalated', ...negotiationInEvent(row) };
  return {
    type: 'negotiation_opened',
    ...negotiationInEvent(row),
    rationale: row.rationale,
    deadline_at: toTimestamp(row.deadline_at),
    max_turns: row.max_turns,
  };
}

function isOfConversation(one: ReservationWithHolder, row: Negotiation): boolean {
  return (
    one.userId === row.counterparty_user && one.conversationId === row.counterparty_conversation
  );
}
