import { isLive, type GrantedPlace } from '../../shared/reservations/rules.ts';
import { changesOf } from '../../shared/reservations/changed-places.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReservationWithHolder } from './queries.ts';
import type { ReservationUnitOfWork } from './unit-of-work.ts';

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
