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
    for (const hold of holds) this.file(fileKeyOf(hold)).set(hold.symbol, hold);
  }

  holdsOf(workspaceId: string, pathKey: string): HeldRow[] {
    return [...(this.files.get(fileKeyOf({ workspaceId, pathKey }))?.values() ?? [])];
  }

  holdsOfSession(sessionId: string): HeldRow[] {
    const holds: HeldRow[] = [];
    for (const file of this.files.values()) {
      for (const hold of file.values()) if (hold.sessionId === sessionId) holds.push(hold);
    }
    return holds;
  }

  put(hold: HeldRow): void {
    const fileKey = fileKeyOf(hold);
    const key = holdKey(fileKey, hold);
    this.file(fileKey).set(hold.symbol, hold);
    this.removed.delete(key);
    this.saved.set(key, hold);
  }

  remove(hold: HeldRow): void {
    const fileKey = fileKeyOf(hold);
    const key = holdKey(fileKey, hold);
    this.file(fileKey).delete(hold.symbol);
    this.saved.delete(key);
    this.removed.set(key, hold);
  }

  save(connection: Connection): void {
    deleteHolds(connection, [...this.removed.values()]);
    saveHolds(connection, [...this.saved.values()]);
  }

  private file(key: string): Map<string, HeldRow> {
    let file = this.files.get(key);
    if (file === undefined) this.files.set(key, (file = new Map()));
    return file;
  }
}

function fileKeyOf({ workspaceId, pathKey }: Pick<HeldRow, 'workspaceId' | 'pathKey'>): string {
  return `${workspaceId}\n${pathKey}`;
}

function holdKey(fileKey: string, { symbol }: HeldRow): string {
  return `${fileKey}\n${symbol}`;
}
