import { LRUCache } from 'lru-cache';
import type { PreparedFile } from './prepare.ts';

type Hashes = { readonly meaning_hash: string; readonly signature_hash: string } | undefined;

/** What a symbol is instead of a state that was taken back: its row and its calls, or nothing. */
interface Instead {
  readonly row: ReturnType<PreparedFile['symbols']['get']>;
  readonly edges: PreparedFile['edges'];
}

const maxStates = 5_000;

/**
 * SYM-6: the states of symbols that were taken back lately. Two developers may have written a symbol one over the other: who takes
 * the later one back brings the earlier one back, unless that was taken back meanwhile. In memory: what is older than the relay's
 * start is not known.
 */
export class WithdrawnStates {
  private readonly states = new LRUCache<string, Instead>({ max: maxStates });

  /** The files of a publication that takes back, without states that others have taken back. */
  resolved(workspaceId: string, files: readonly PreparedFile[]): PreparedFile[] {
    return files.map((file) => {
      const symbols = new Map(file.symbols);
      const edges = new Map(file.edges);
      for (const { key } of file.changes ?? []) {
        const found = this.states.get(keyOf(workspaceId, key, symbols.get(key)));
        if (found === undefined) continue;
        if (found.row === undefined) symbols.delete(key);
        else symbols.set(key, found.row);
        for (const [id, edge] of edges) if (edge.caller_key === key) edges.delete(id);
        for (const [id, edge] of found.edges) edges.set(id, edge);
      }
      return { ...file, symbols, edges };
    });
  }

  /** The files were published: what is written counts again, and what is taken back does not. */
  note(workspaceId: string, files: readonly PreparedFile[], isTakenBack: boolean): void {
    for (const { symbols, edges, changes } of files) {
      for (const { key, before } of changes ?? []) {
        const row = symbols.get(key);
        this.states.delete(keyOf(workspaceId, key, row));
        const own = [...edges].filter(([, edge]) => edge.caller_key === key);
        if (isTakenBack)
          this.states.set(keyOf(workspaceId, key, before), { row, edges: new Map(own) });
      }
    }
  }
}

function keyOf(workspaceId: string, key: string, hashes: Hashes): string {
  const state = hashes === undefined ? '' : `${hashes.meaning_hash} ${hashes.signature_hash}`;
  return `${workspaceId} ${key} ${state}`;
}
