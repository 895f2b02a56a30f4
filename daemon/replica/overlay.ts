import { pathKey } from '../../shared/kernel/paths.ts';
import { mergedLines } from '../../shared/reservations/lines.ts';
import type { TrackedReservation, TrackedSession } from '../../shared/replica/tracked.ts';
import { isReplacedBy } from '../../shared/replica/reservations-draft.ts';

/**
 * Why a reservation is here and not yet in the state: the relay has granted it but the log does not show it yet, or the relay
 * could not be asked and the command waits in the outbox.
 */
export type ReservationOrigin =
  | { readonly kind: 'granted'; readonly fence: number }
  | { readonly kind: 'provisional'; readonly commandKey: string };

export interface OverlayReservation extends TrackedReservation {
  readonly origin: ReservationOrigin;
}

/** OFF-2: whether the relay has still to answer for it. */
export function isProvisional(reservation: TrackedReservation | OverlayReservation): boolean {
  return 'origin' in reservation && reservation.origin.kind === 'provisional';
}

/** What this daemon knows beyond the state: its own writes that the stream has not confirmed (read your writes). */
export class Overlay {
  private readonly reservations = new Map<string, readonly OverlayReservation[]>();
  /** Sessions by conversation key that the state does not know yet. */
  private readonly sessions = new Map<string, TrackedSession>();
  /** Sessions that ended here; what the state still shows of their reservations does not count. */
  private readonly released = new Set<string>();

  reservationsOf(fileKey: string): readonly OverlayReservation[] | undefined {
    return this.reservations.get(fileKey);
  }

  allReservations(): OverlayReservation[] {
    return [...this.reservations.values()].flat();
  }

  isReleased(sessionId: string): boolean {
    return this.released.has(sessionId);
  }

  get releasesAny(): boolean {
    return this.released.size > 0;
  }

  /** RSV-7: one reservation of a session for each place; one of the whole file takes the place of the others. */
  put(reservation: OverlayReservation): void {
    const key = pathKey(reservation.filePath);
    const before = this.reservations.get(key) ?? [];
    const same = before.find(
      ({ sessionId, symbol }) =>
        sessionId === reservation.sessionId && symbol === reservation.symbol,
    );
    const lines =
      same === undefined ? reservation.lines : mergedLines(same.lines, reservation.lines);
    const others = before.filter((other) => other !== same && !isReplacedBy(reservation, other));
    this.reservations.set(key, [...others, { ...reservation, lines }]);
  }

  /** The log has been read up to `seq`. */
  confirm(seq: number): void {
    this.keep(({ origin }) => origin.kind !== 'granted' || origin.fence > seq);
  }

  /** The relay has answered the command: what it granted has been added as granted, what it refused is lost. */
  commandAnswered(commandKey: string): void {
    this.keep(({ origin }) => origin.kind !== 'provisional' || origin.commandKey !== commandKey);
  }

  /** The session ended here: it holds nothing any more, whatever the state says. */
  release(sessionId: string): void {
    this.keep((reservation) => reservation.sessionId !== sessionId);
    this.released.add(sessionId);
  }

  /** The log has a newer event of the session: its reservations in the state count again. */
  forgetRelease(sessionId: string): void {
    this.released.delete(sessionId);
  }

  session(conversationKey: string): TrackedSession | undefined {
    return this.sessions.get(conversationKey);
  }

  allSessions(): TrackedSession[] {
    return [...this.sessions.values()];
  }

  putSession(conversationKey: string, session: TrackedSession): void {
    this.sessions.set(conversationKey, session);
  }

  dropSession(conversationKey: string): void {
    this.sessions.delete(conversationKey);
  }

  /** A session that was opened while offline got its real id. */
  rename(localId: string, id: string): void {
    for (const [key, reservations] of this.reservations) {
      const renamed = reservations.map((reservation) =>
        reservation.sessionId === localId ? { ...reservation, sessionId: id } : reservation,
      );
      this.reservations.set(key, renamed);
    }
  }

  private keep(belongs: (reservation: OverlayReservation) => boolean): void {
    for (const [key, reservations] of this.reservations) {
      const kept = reservations.filter(belongs);
      if (kept.length === 0) this.reservations.delete(key);
      else if (kept.length < reservations.length) this.reservations.set(key, kept);
    }
  }
}
