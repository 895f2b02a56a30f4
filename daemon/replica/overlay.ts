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
  /** SES-3: subagents that ended here, with the session of the conversation that takes over what they wrote. */
  private readonly heirs = new Map<string, string>();

  reservationsOf(fileKey: string): readonly OverlayReservation[] | undefined {
    const own = this.reservations.get(fileKey);
    return own && this.inherited(own);
  }

  allReservations(): OverlayReservation[] {
    return [...this.inherited([...this.reservations.values()].flat())];
  }

  isReleased(sessionId: string): boolean {
    return this.released.has(sessionId);
  }

  isHandedOver(sessionId: string): boolean {
    return this.heirs.has(sessionId);
  }

  /** What counts of the state's reservations, each as its holder's from now on. */
  counted(known: readonly TrackedReservation[]): readonly TrackedReservation[] {
    const kept =
      this.released.size === 0
        ? known
        : known.filter(({ sessionId }) => !this.released.has(sessionId));
    return this.inherited(kept);
  }

  private inherited<Kept extends TrackedReservation>(held: readonly Kept[]): readonly Kept[] {
    if (this.heirs.size === 0) return held;
    return held.flatMap((reservation) => {
      const sessionId = this.heirs.get(reservation.sessionId);
      if (sessionId === undefined) return [reservation];
      const isFree = this.released.has(sessionId) || !wasWritten(reservation);
      return isFree ? [] : [{ ...reservation, sessionId }];
    });
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

  /** The session ended here: it holds nothing any more, nor what it took over, whatever the state says. */
  release(sessionId: string): void {
    this.keep((one) => (this.heirs.get(one.sessionId) ?? one.sessionId) !== sessionId);
    this.released.add(sessionId);
  }

  /** The subagent's session ended here: what it wrote is its conversation's. */
  handOver(sessionId: string, heir: string): void {
    this.heirs.set(sessionId, heir);
  }

  /** The subagent goes on: what it wrote is its own. */
  takeBack(sessionId: string): void {
    this.heirs.delete(sessionId);
  }

  /** The log has a newer event of the session: its reservations in the state count again. */
  forgetEnd(sessionId: string): void {
    this.released.delete(sessionId);
    this.heirs.delete(sessionId);
  }

  /** A snapshot tells of all sessions. */
  forgetEnds(): void {
    this.released.clear();
    this.heirs.clear();
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
    for (const [ended, heir] of [...this.heirs]) {
      if (ended !== localId && heir !== localId) continue;
      this.heirs.delete(ended);
      this.heirs.set(ended === localId ? id : ended, heir === localId ? id : heir);
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

/** RSV-13: what was only asked for has no lines. */
function wasWritten({ asked, lines }: TrackedReservation): boolean {
  return !asked || lines !== undefined;
}
