import type { Connection } from '../store/database.ts';
import { deleteHolds, saveHolds, type HeldRow } from './queries.ts';

/**
 * The holds that a batch of commands works on: loaded once, decided over in memory in order, and saved once. What one
 * command of the batch takes, the next one sees.
 */
export class Board {
  private readonly files = new Map<string, Map<string, HeldRow>>();
  private readonly saved = new Map<string, HeldRow>();
  private readonly removed = new Map<string, HeldRow>();

  constructor(holds: readonly HeldRow[]) {
    for (const hold of holds) this.fileOf(hold).set(hold.symbol, hold);
  }

  holdsOf(workspaceId: string, pathKey: string): HeldRow[] {
    return [...(this.files.get(fileKey(workspaceId, pathKey))?.values() ?? [])];
  }

  holdsOfSession(sessionId: string): HeldRow[] {
    const holds: HeldRow[] = [];
    for (const file of this.files.values()) {
      for (const hold of file.values()) if (hold.sessionId === sessionId) holds.push(hold);
    }
    return holds;
  }

  put(hold: HeldRow): void {
    this.fileOf(hold).set(hold.symbol, hold);
    this.removed.delete(holdKey(hold));
    this.saved.set(holdKey(hold), hold);
  }

  remove(hold: HeldRow): void {
    this.fileOf(hold).delete(hold.symbol);
    this.saved.delete(holdKey(hold));
    this.removed.set(holdKey(hold), hold);
  }

  save(connection: Connection): void {
    deleteHolds(connection, [...this.removed.values()]);
    saveHolds(connection, [...this.saved.values()]);
  }

  private fileOf(hold: HeldRow): Map<string, HeldRow> {
    const key = fileKey(hold.workspaceId, hold.pathKey);
    let file = this.files.get(key);
    if (file === undefined) this.files.set(key, (file = new Map()));
    return file;
  }
}

function fileKey(workspaceId: string, pathKey: string): string {
  return `${workspaceId}\n${pathKey}`;
}

function holdKey(hold: HeldRow): string {
  return `${fileKey(hold.workspaceId, hold.pathKey)}\n${hold.symbol}`;
}
