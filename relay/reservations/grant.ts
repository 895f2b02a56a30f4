import { isLive, type GrantedPlace } from '../../shared/reservations/rules.ts';
import { changesOf } from '../../shared/reservations/changed-places.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReservationWithHolder } from './queries.ts';
import type { ReservationUnitOfWork } from './unit-of-work.ts';
import type { ConflictOptions } from '../../shared/reservations/collisions.ts';
import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { wholeFile } from '../../shared/reservations/places.ts';

/** The session that gets a reservation, with what a denial says about it. */
export type Holder = Pick<
  ReservationWithHolder,
  'sessionId' | 'userId' | 'userName' | 'conversationId' | 'agentType' | 'task'
>;

/** When reservations end that are granted or extended now. */
export interface Expiry {
  readonly atMs: number;
  readonly timestamp: string;
}

export interface Grant {
  readonly workspaceId: string;
  readonly holder: Holder;
  readonly file: { readonly path: string; readonly key: string };
  /** They are free, or the holder's own. */
  readonly places: readonly GrantedPlace[];
  readonly expiry: Expiry;
  /** Whether a wait or a negotiation gives them (RSV-13). */
  readonly isAsked?: boolean;
}

/**
 * RSV-1, RSV-2: grants or extends reservations and appends `file_reserved`; returns its seq, which is the fence of those that
 * are new. A reservation that is extended keeps its fence.
 */
export function grantReservations(
  { log, nowMs }: Transaction,
  reservations: ReservationUnitOfWork,
  { workspaceId, holder, file: { path, key }, places, expiry, isAsked = false }: Grant,
): number {
  const ownFences = new Map<string, number>();
  for (const reservation of reservations.reservationsOf(workspaceId, key)) {
    const isOwn = reservation.sessionId === holder.sessionId && isLive(reservation, nowMs);
    if (isOwn) ownFences.set(reservation.symbol, reservation.fence);
  }
  const changes = changesOf(path, places);
  const { seq } = log.append(workspaceId, {
    type: 'file_reserved',
    file: path,
    by: holder.userName,
    symbols: symbolIdsUnlessWhole(
      path,
      places.map(({ symbol }) => symbol),
    ),
    session_id: holder.sessionId,
    task: holder.task,
    expires_at: expiry.timestamp,
    fresh: places.some(({ symbol }) => !ownFences.has(symbol)),
    ...(changes && { changes }),
    ...(isAsked && { asked: true }),
  });
  for (const place of places) {
    reservations.put({
      workspaceId,
      pathKey: key,
      filePath: path,
      ...place,
      sessionId: holder.sessionId,
      userId: holder.userId,
      userName: holder.userName,
      conversationId: holder.conversationId,
      agentType: holder.agentType,
      task: holder.task,
      fence: ownFences.get(place.symbol) ?? seq,
      expiresAt: expiry.atMs,
    });
  }
  return seq;
}

/** RSV-12: how the transaction decides what collides in a workspace, whose row must be locked. */
export function optionsOf(
  { nowMs, policies }: Pick<Transaction, 'nowMs' | 'policies'>,
  workspaceId: string,
): ConflictOptions {
  const policy = policies.get(workspaceId);
  if (policy === undefined) throw new Error('the row of the workspace is not locked');
  return { nowMs, policy };
}

type Released = DraftEvent & { type: 'file_released' };

/** Who lost it: the session, and its user and client where they are known (SES-7). */
interface LosingSession {
  readonly sessionId: string;
  readonly userName?: string | undefined;
  readonly agentType?: string | undefined;
}

/**
 * The events that tell of what a session lost in one file. In an event no symbols mean the whole file, so that has one of its
 * own where other places are lost beside it.
 */
export function releasedEvents(
  file: string,
  symbols: readonly string[],
  { holder, reason }: { readonly holder: LosingSession; readonly reason: Released['reason'] },
): Released[] {
  const { sessionId, userName, agentType } = holder;
  const others = symbols.filter((symbol) => symbol !== wholeFile);
  const groups = [symbols.includes(wholeFile) ? [wholeFile] : [], others];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      type: 'file_released',
      file,
      symbols: symbolIdsUnlessWhole(file, group),
      session_id: sessionId,
      reason,
      ...(userName !== undefined && { by: userName }),
      ...(agentType !== undefined && { agent_type: agentType }),
    }));
}
