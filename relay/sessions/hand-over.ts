import { wholeFile } from '../../shared/reservations/places.ts';
import { acquire, isLive, type GrantedPlace } from '../../shared/reservations/rules.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { grouped } from '../../shared/kernel/grouped.ts';
import { grantReservations, optionsOf } from '../reservations/grant.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import type { CommandContext } from './command.ts';
import { appendStarted } from './open-session.ts';
import type { Session } from './queries.ts';
import { holderFrom } from './records.ts';

/**
 * SES-3: the conversation that takes over what its subagent wrote; undefined for a main conversation, and where that has ended. One
 * that has been silent for long takes it over too: it waits while its subagent works.
 */
export function heirOf({ sessions }: CommandContext, ended: Session): Session | undefined {
  if (ended.agent_id === '') return undefined;
  const { workspace_id, user_id, conversation_id: conversationId } = ended;
  const main = sessions.find(workspace_id, user_id, { conversationId, agentId: '' });
  return main?.state === 'active' || main?.state === 'expired' ? main : undefined;
}

/**
 * SES-3: gives the heir what was written of these reservations, which are removed already. What it holds itself is merged with it,
 * and each place ends as late as the later of both. Returns the files of which it has got something, by their `pathKey`.
 */
export function handOver(
  context: CommandContext,
  heir: Session,
  held: readonly ReservationWithHolder[],
): ReadonlySet<string> {
  const { nowMs } = context.transaction;
  const written = held.filter((one) => isLive(one, nowMs) && wasWritten(one));
  const files = grouped(written, ({ pathKey }) => pathKey);
  const last = written.at(-1);
  if (last === undefined) return new Set();
  revive(context, heir, last.filePath);
  const taken = [...files].filter(([, file]) => takeOver(context, heir, file));
  return new Set(taken.map(([key]) => key));
}

/** RSV-13: what was only asked for has no lines. */
function wasWritten({ asked, lines }: ReservationWithHolder): boolean {
  return !asked || lines !== undefined;
}

/** SES-4: the end of its subagent is a sign of life. */
function revive(context: CommandContext, heir: Session, file: string): void {
  const { sessions, transaction } = context;
  const session: Session = {
    ...{ ...heir, state: 'active', current_file: file },
    last_heartbeat: transaction.nowMs,
  };
  sessions.put(session);
  if (heir.state !== 'active') appendStarted(context, session);
}

/** All are of one file. Returns whether the heir has got any. */
function takeOver(
  { transaction, reservations }: CommandContext,
  heir: Session,
  written: readonly ReservationWithHolder[],
): boolean {
  const [first] = written;
  if (first === undefined) return false;
  const { workspaceId, filePath: path, pathKey: key } = first;
  const before = reservations.reservationsOf(workspaceId, key);
  const request = { sessionId: heir.id, places: written.map(placeOf) };
  const options = optionsOf(transaction, workspaceId);
  const { granted, absorbed } = acquire(before, request, options);
  for (const one of absorbed) reservations.remove(one);
  const own = before.filter(({ sessionId }) => sessionId === heir.id);
  for (const [atMs, places] of grouped(granted, endOf([...written, ...own]))) {
    const expiry = { atMs, timestamp: toTimestamp(atMs) };
    const grant = { workspaceId, holder: holderFrom(heir), file: { path, key }, places, expiry };
    grantReservations(transaction, reservations, grant);
  }
  return granted.length > 0;
}

/** What was written holds by its lines from now on, not by who asked for it. */
function placeOf({ symbol, within, lines }: ReservationWithHolder) {
  return { symbol, within, lines };
}

/** When a place ends: as late as what it is made of. */
function endOf(sources: readonly ReservationWithHolder[]) {
  return ({ symbol }: GrantedPlace): number => {
    const parts = sources.filter((one) => symbol === wholeFile || one.symbol === symbol);
    return Math.max(...parts.map(({ expiresAt }) => expiresAt));
  };
}
