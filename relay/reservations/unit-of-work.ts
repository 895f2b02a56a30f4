import type { Connection } from '../store/database.ts';
import { deleteReservations, saveReservations, type ReservationWithHolder } from './queries.ts';

/**
 * The holds that a batch of commands works on: loaded once, decided over in memory in order, and saved once. What one
 * command of the batch takes, the next one sees.
 */
export class ReservationUnitOfWork {
  private readonly files = new Map<string, Map<string, ReservationWithHolder>>();
  private readonly saved = new Map<string, ReservationWithHolder>();
  private readonly removed = new Map<string, ReservationWithHolder>();

  constructor(holds: readonly ReservationWithHolder[]) {
    for (const hold of holds) this.file(fileKeyOf(hold)).set(hold.symbol, hold);
  }

  reservationsOf(workspaceId: string, pathKey: string): ReservationWithHolder[] {
    return [...(this.files.get(fileKeyOf({ workspaceId, pathKey }))?.values() ?? [])];
  }

  reservationsOfSession(sessionId: string): ReservationWithHolder[] {
    const holds: ReservationWithHolder[] = [];
    for (const file of this.files.values()) {
      for (const hold of file.values()) if (hold.sessionId === sessionId) holds.push(hold);
    }
    return holds;
  }

  put(hold: ReservationWithHolder): void {
    const fileKey = fileKeyOf(hold);
    const key = reservationKey(fileKey, hold);
    this.file(fileKey).set(hold.symbol, hold);
    this.removed.delete(key);
    this.saved.set(key, hold);
  }

  remove(hold: ReservationWithHolder): void {
    const fileKey = fileKeyOf(hold);
    const key = reservationKey(fileKey, hold);
    this.file(fileKey).delete(hold.symbol);
    this.saved.delete(key);
    this.removed.set(key, hold);
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

function reservationKey(fileKey: string, { symbol }: ReservationWithHolder): string {
  return `${fileKey}\n${symbol}`;
}
