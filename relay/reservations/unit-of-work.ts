import type { Connection } from '../store/database.ts';
import { deleteReservations, saveReservations, type ReservationWithHolder } from './queries.ts';

/**
 * The reservations that a batch of commands works on: loaded once, changed in memory command by command, and saved once. What
 * one command acquires, the next one sees.
 */
export class ReservationUnitOfWork {
  private readonly files = new Map<string, Map<string, ReservationWithHolder>>();
  private readonly saved = new Map<string, ReservationWithHolder>();
  private readonly removed = new Map<string, ReservationWithHolder>();

  constructor(reservations: readonly ReservationWithHolder[]) {
    for (const reservation of reservations)
      this.file(fileKeyOf(reservation)).set(placeKeyOf(reservation), reservation);
  }

  reservationsOf(workspaceId: string, pathKey: string): ReservationWithHolder[] {
    return [...(this.files.get(fileKeyOf({ workspaceId, pathKey }))?.values() ?? [])];
  }

  reservationsOfSession(sessionId: string): ReservationWithHolder[] {
    const reservations: ReservationWithHolder[] = [];
    for (const file of this.files.values()) {
      for (const reservation of file.values())
        if (reservation.sessionId === sessionId) reservations.push(reservation);
    }
    return reservations;
  }

  put(reservation: ReservationWithHolder): void {
    const fileKey = fileKeyOf(reservation);
    const key = reservationKey(fileKey, reservation);
    this.file(fileKey).set(placeKeyOf(reservation), reservation);
    this.removed.delete(key);
    this.saved.set(key, reservation);
  }

  remove(reservation: ReservationWithHolder): void {
    const fileKey = fileKeyOf(reservation);
    const key = reservationKey(fileKey, reservation);
    this.file(fileKey).delete(placeKeyOf(reservation));
    this.saved.delete(key);
    this.removed.set(key, reservation);
  }

  save(connection: Connection): void {
    deleteReservations(connection, [...this.removed.values()]);
    saveReservations(connection, [...this.saved.values()]);
  }

  private file(key: string): Map<string, ReservationWithHolder> {
    let file = this.files.get(key);
    if (file === undefined) this.files.set(key, (file = new Map()));
    return file;
  }
}

function fileKeyOf({
  workspaceId,
  pathKey,
}: Pick<ReservationWithHolder, 'workspaceId' | 'pathKey'>): string {
  return `${workspaceId}\n${pathKey}`;
}

function reservationKey(fileKey: string, reservation: ReservationWithHolder): string {
  return `${fileKey}\n${placeKeyOf(reservation)}`;
}

/** RSV-7: a session has one reservation of each place. */
function placeKeyOf({ symbol, sessionId }: ReservationWithHolder): string {
  return `${sessionId}\n${symbol}`;
}
