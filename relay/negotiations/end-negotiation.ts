import type { NegotiationOutcome } from '../../shared/negotiations/contract.ts';
import type { Partition } from './partition.ts';
import { dueEnd, type DueEnd } from './rules.ts';
import { isLive, overlaps } from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { ReservationTransfer, TransferredSymbols } from '../reservations/transfer.ts';
import { updateNegotiation, type Negotiation } from './queries.ts';
import {
  negotiationInEvent,
  counterpartyOf,
  initiatorOf,
  splitText,
  stateOf,
  targetIn,
} from './records.ts';

/** How a negotiation ends; `by` and `note` are of who ended it, and empty for time. */
export type Ending = { readonly by?: Doer; readonly note?: string } & (
  DueEnd | { readonly status: 'resolved'; readonly outcome: 'yield' | 'hold' } | Split
);

interface Doer {
  readonly userId: string;
  readonly name: string;
}

interface Split {
  readonly status: 'resolved';
  readonly outcome: 'split';
  readonly division: Partition;
}

/** Whether the session counts as alive. */
export function isInitiatorAlive(
  row: Pick<Negotiation, 'initiator_state' | 'initiator_heartbeat'>,
  { nowMs, sessionTtlMs }: { nowMs: number; sessionTtlMs: number },
): boolean {
  return row.initiator_state === 'active' && row.initiator_heartbeat > nowMs - sessionTtlMs;
}

/**
 * NEG-6: ends what has ended without an answer. One that ends may take from a holder what another one was about, so they
 * are looked at until none ends any more. Answers how many ended.
 */
export async function endDue(
  ground: ReservationTransfer,
  open: readonly Negotiation[],
  sessionTtlMs: number,
): Promise<number> {
  let going = open;
  for (let before = Infinity; going.length < before;) {
    before = going.length;
    const left: Negotiation[] = [];
    for (const row of going) {
      const ending = dueEndOf(ground, row, sessionTtlMs);
      if (ending === undefined) left.push(row);
      else await endNegotiation(ground, row, ending);
    }
    going = left;
  }
  return open.length - going.length;
}

function dueEndOf(
  ground: ReservationTransfer,
  row: Negotiation,
  sessionTtlMs: number,
): DueEnd | undefined {
  const { nowMs } = ground;
  const { key, symbols } = targetIn(row);
  const counterpartyHolds = ground
    .reservationsOf(key)
    .some(
      (hold) =>
        hold.sessionId === row.counterparty_session &&
        isLive(hold, nowMs) &&
        symbols.some((symbol) => overlaps(symbol, hold.symbol)),
    );
  const lives = isInitiatorAlive(row, { nowMs, sessionTtlMs });
  return dueEnd(stateOf(row), { initiatorLives: lives, counterpartyHolds }, nowMs);
}

/** Moves the holds as the end says, stores it and tells both parties, in one transaction. */
export async function endNegotiation(
  ground: ReservationTransfer,
  row: Negotiation,
  ending: Ending,
): Promise<void> {
  const shares = moveReservations(ground, row, ending);
  const { by, note = '', status } = ending;
  const outcome: NegotiationOutcome | '' = 'outcome' in ending ? ending.outcome : '';
  const split =
    'division' in ending ? splitText(row.file_path, ending.division) : splitText('', undefined);
  const { transaction, workspaceId, nowMs } = ground;
  await updateNegotiation(transaction.connection.kysely, row, {
    status,
    outcome,
    waiting_for: '',
    split,
    ended_at: nowMs,
    ended_by: by?.userId ?? '',
  });
  transaction.log.append(workspaceId, {
    type: 'negotiation_ended',
    ...negotiationInEvent(row),
    status,
    outcome,
    initiator_symbols: [...shares.taken],
    counterparty_symbols: [...shares.kept],
    note,
    by: by?.name ?? '',
  });
}

/** NEG-2, NEG-3, NEG-4: who has what of the contested from now on. */
function moveReservations(
  ground: ReservationTransfer,
  row: Negotiation,
  ending: Ending,
): TransferredSymbols {
  const target = targetIn(row);
  const parties = { from: counterpartyOf(row), to: initiatorOf(row) };
  const everything = target.symbols.map(
    (symbol) => symbolIdUnlessWhole(target.path, symbol) ?? target.path,
  );
  if (ending.status === 'expired') return { taken: [], kept: everything };
  switch (ending.outcome) {
    case 'hold':
      return { taken: [], kept: everything };
    case 'yield':
    case 'deadline':
      return ground.transfer(target, { ...parties, kept: [] });
    case 'released':
      return { taken: ground.grantFree(parties.to, target), kept: [] };
    case 'split': {
      const { initiator, counterparty } = ending.division;
      return ground.transfer({ ...target, symbols: initiator }, { ...parties, kept: counterparty });
    }
  }
}
