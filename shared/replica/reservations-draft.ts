import { isAbsorbed, isLive } from '../reservations/rules.ts';
import { wholeFile } from '../reservations/places.ts';
import type { TrackedReservation } from './tracked.ts';

/** What is reserved, by the `pathKey` of the file. */
export type ReservedFiles = ReadonlyMap<string, readonly TrackedReservation[]>;

/**
 * What is reserved while several events are taken in. A file may have thousands of places, so each event looks only at those
 * that it changes: the lists are read once, and made anew by `changed`.
 */
export class ReservationsDraft {
  private readonly files = new Map<string, FileDraft>();
  /** By session the keys of the files in which it may hold something; made when it is asked for. */
  private sessions: Map<string, Set<string>> | undefined;

  constructor(private readonly before: ReservedFiles) {}

  /** RSV-7: one more. */
  put(key: string, reservation: TrackedReservation, nowMs: number): void {
    this.file(key).put(reservation, nowMs);
    if (this.sessions !== undefined) note(this.sessions, reservation.sessionId, key);
  }

  release(key: string, sessionId: string, symbols: readonly string[]): void {
    this.file(key).release(sessionId, symbols);
  }

  releaseAll(sessionId: string): void {
    this.sessions ??= this.filesBySession();
    for (const key of this.sessions.get(sessionId) ?? []) this.file(key).releaseAll(sessionId);
    this.sessions.delete(sessionId);
  }

  /** The files that were changed, each with all that is reserved in it from now on. */
  changed(): (readonly [key: string, reservations: readonly TrackedReservation[]])[] {
    return [...this.files].map(([key, file]) => [key, file.all()] as const);
  }

  private file(key: string): FileDraft {
    let file = this.files.get(key);
    if (file === undefined) this.files.set(key, (file = new FileDraft(this.before.get(key) ?? [])));
    return file;
  }

  private filesBySession(): Map<string, Set<string>> {
    const sessions = new Map<string, Set<string>>();
    for (const [key, all] of [...this.before, ...this.changed()])
      for (const { sessionId } of all) note(sessions, sessionId, key);
    return sessions;
  }
}

/** The reservations of one file: in the order in which they were taken or extended, and by session and place. */
class FileDraft {
  private readonly reservations = new Set<TrackedReservation>();
  private readonly bySession = new Map<string, Map<string, TrackedReservation>>();
  /** None ends before. */
  private firstEndMs = Infinity;

  constructor(reservations: readonly TrackedReservation[]) {
    for (const reservation of reservations) this.add(reservation);
  }

  all(): readonly TrackedReservation[] {
    return [...this.reservations];
  }

  /**
   * RSV-7: one reservation of a session for each place. A whole-file reservation replaces the others of its session. An extended
   * reservation keeps the fence at which it began, and that it was asked for (RSV-13). What is over goes.
   */
  put(reservation: TrackedReservation, nowMs: number): void {
    if (this.firstEndMs <= nowMs) this.removeEnded(nowMs);
    const own = this.bySession.get(reservation.sessionId);
    const same = own?.get(reservation.symbol);
    const extended = same === undefined ? reservation : extendedBy(reservation, same);
    if (same !== undefined) this.remove(same);
    for (const other of extended.symbol === wholeFile ? [...(own?.values() ?? [])] : [])
      if (isReplacedBy(extended, other)) this.remove(other);
    this.add(extended);
  }

  release(sessionId: string, symbols: readonly string[]): void {
    const own = this.bySession.get(sessionId);
    for (const symbol of symbols) {
      const reservation = own?.get(symbol);
      if (reservation !== undefined) this.remove(reservation);
    }
  }

  releaseAll(sessionId: string): void {
    for (const reservation of [...(this.bySession.get(sessionId)?.values() ?? [])])
      this.remove(reservation);
  }

  private removeEnded(nowMs: number): void {
    this.firstEndMs = Infinity;
    for (const reservation of this.reservations) {
      if (!isLive(reservation, nowMs)) this.remove(reservation);
      else this.firstEndMs = Math.min(this.firstEndMs, reservation.expiresAt);
    }
  }

  private add(reservation: TrackedReservation): void {
    const { sessionId, symbol, expiresAt } = reservation;
    const own = this.bySession.get(sessionId) ?? new Map<string, TrackedReservation>();
    this.bySession.set(sessionId, own.set(symbol, reservation));
    this.reservations.add(reservation);
    this.firstEndMs = Math.min(this.firstEndMs, expiresAt);
  }

  private remove(reservation: TrackedReservation): void {
    this.reservations.delete(reservation);
    const own = this.bySession.get(reservation.sessionId);
    own?.delete(reservation.symbol);
    if (own?.size === 0) this.bySession.delete(reservation.sessionId);
  }
}

function note(sessions: Map<string, Set<string>>, sessionId: string, key: string): void {
  const keys = sessions.get(sessionId) ?? new Set<string>();
  sessions.set(sessionId, keys.add(key));
}

/** RSV-7: whether a reservation of the whole file takes the place of this one. */
export function isReplacedBy(whole: TrackedReservation, other: TrackedReservation): boolean {
  if (whole.symbol !== wholeFile || whole.sessionId !== other.sessionId) return false;
  return isAbsorbed(other, whole);
}

/** What a wait or a negotiation gives changes no lines. */
function extendedBy(reservation: TrackedReservation, before: TrackedReservation) {
  return {
    ...reservation,
    fence: before.fence,
    asked: reservation.asked || before.asked,
    ...(reservation.asked && before.lines && { lines: before.lines }),
  };
}
