import type { EventPayload } from '../../shared/contract/events/events.ts';
import { type Partition, dueEnd, type DueEnd, type InitiatorState } from './rules.ts';
import { exportPlace, importPlace, wholeFile } from '../../shared/reservations/places.ts';
import { isLive } from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { ReservationTransfer, TransferredSymbols } from '../reservations/transfer.ts';
import { followHolder, heldOf } from './follow-holder.ts';
import { updateNegotiation, type Negotiation } from './queries.ts';
import { negotiationInEvent, counterpartyOf, initiatorOf, splitText, stateOf } from './records.ts';
import { selectSymbolsOfFiles } from '../symbol-graph/queries.ts';
import { targetIn } from '../reservations/target.ts';

/** How a negotiation ends. `by` and `note` say who ended it; they are absent when time did. */
export type Ending = { readonly by?: Actor; readonly note?: string } & (
  DueEnd | { readonly status: 'resolved'; readonly outcome: 'yield' | 'hold' } | Split
);

/** Who ends it. */
interface Actor {
  readonly userId: string;
  readonly name: string;
}

interface Split {
  readonly status: 'resolved';
  readonly outcome: 'split';
  readonly partition: Partition;
}

/** How the session is that asked. */
export function initiatorState(
  row: Pick<Negotiation, 'initiator_state' | 'initiator_heartbeat'>,
  { nowMs, sessionTtlMs }: { nowMs: number; sessionTtlMs: number },
): InitiatorState {
  if (row.initiator_state === 'expired') return 'silent';
  if (row.initiator_state !== 'active') return 'ended';
  return row.initiator_heartbeat > nowMs - sessionTtlMs ? 'alive' : 'silent';
}

/**
 * NEG-6, NEG-7: ends the negotiations that are due. An end may take from a holder what another negotiation is about, so the
 * others are looked at again until none ends.
 */
export async function endDue(
  transfer: ReservationTransfer,
  unended: readonly Negotiation[],
  sessionTtlMs: number,
): Promise<void> {
  let remaining = unended;
  for (let before = Infinity; remaining.length < before;) {
    before = remaining.length;
    const goingOn: Negotiation[] = [];
    for (const each of remaining) {
      const row = await followHolder(transfer, each);
      const ending = dueEndOf(transfer, row, sessionTtlMs);
      if (ending === undefined) goingOn.push(row);
      else await endNegotiation(transfer, row, ending);
    }
    remaining = goingOn;
  }
}

function dueEndOf(
  transfer: ReservationTransfer,
  row: Negotiation,
  sessionTtlMs: number,
): DueEnd | undefined {
  const { nowMs } = transfer;
  const isStillReserved = heldOf(transfer, row).some(
    ({ sessionId }) => sessionId === row.counterparty_session,
  );
  const circumstances = {
    isEscalated: row.status === 'escalated',
    initiator: initiatorState(row, { nowMs, sessionTtlMs }),
    isStillReserved,
  };
  return dueEnd(stateOf(row), circumstances, nowMs);
}

/** Moves the reservations as the ending says, stores the ending, and appends `negotiation_ended`. */
export async function endNegotiation(
  transfer: ReservationTransfer,
  row: Negotiation,
  ending: Ending,
): Promise<void> {
  const others = await othersOf(transfer, row, ending);
  const transferred = moveReservations(transfer, row, ending, others);
  const { by, note = '' } = ending;
  const how = howOf(transfer, row, { ending, transferred });
  const { status, outcome } = how;
  const split =
    'partition' in ending ? splitText(row.file_path, ending.partition) : splitText('', undefined);
  const { transaction, workspaceId, nowMs } = transfer;
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
    ...how,
    initiator_symbols: [...transferred.taken],
    counterparty_symbols: [...transferred.kept],
    note,
    by: by?.name ?? '',
  });
}

type How = Pick<EventPayload<'negotiation_ended'>, 'status' | 'outcome' | 'reason' | 'holder'>;

/** NEG-6: where the holder has let go and the requester gets nothing, a third session has it. */
function howOf(
  transfer: ReservationTransfer,
  row: Negotiation,
  { ending, transferred }: { ending: Ending; transferred: TransferredSymbols },
): How {
  if (ending.status === 'expired') return { status: 'expired', outcome: '', reason: ending.reason };
  const { status, outcome } = ending;
  if (outcome !== 'released' || transferred.taken.length > 0) return { status, outcome };
  const holder = heldOf(transfer, row).find((one) => one.sessionId !== row.initiator_session);
  if (holder === undefined) return { status, outcome };
  return { status: 'expired', outcome: '', reason: 'taken', holder: holder.userName };
}

/** So many symbols of a file are kept one by one. */
const mostKept = 200;

/** NEG-2: the other symbols of the file, where the holder of all of it gives some; none that the symbol graph does not know. */
async function othersOf(
  transfer: ReservationTransfer,
  row: Negotiation,
  ending: Ending,
): Promise<readonly string[]> {
  const { transaction, workspaceId, nowMs } = transfer;
  const { key, symbols } = targetIn(row);
  const isGiven = 'outcome' in ending && /^(?:yield|deadline)$/.test(ending.outcome);
  if (!isGiven || symbols.includes(wholeFile)) return [];
  const isWhole = transfer
    .reservationsOf(key)
    .some(
      (one) =>
        one.sessionId === row.counterparty_session &&
        one.symbol === wholeFile &&
        isLive(one, nowMs),
    );
  if (!isWhole) return [];
  const known = await selectSymbolsOfFiles(transaction.connection.kysely, workspaceId, [key]);
  const names = known.map(({ name }) => name).filter((name) => !symbols.includes(name));
  return names.length === 0 ? [] : [...names.slice(0, mostKept), importPlace, exportPlace];
}

/** NEG-2, NEG-3, NEG-4: returns what each party has of the contested symbols from now on. */
function moveReservations(
  transfer: ReservationTransfer,
  row: Negotiation,
  ending: Ending,
  others: readonly string[],
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
      return transfer.transfer(target, { ...parties, kept: others });
    case 'released':
      return { taken: transfer.grantFree(parties.to, target), kept: [] };
    case 'split': {
      const { initiator, counterparty } = ending.partition;
      return transfer.transfer(
        { ...target, symbols: initiator },
        { ...parties, kept: counterparty },
      );
    }
  }
}
