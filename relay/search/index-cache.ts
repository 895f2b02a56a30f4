import { atOnce, inTurns } from '../kernel/in-slices.ts';
import type { Quantiser } from './vectors/quantiser.ts';
import { VectorIndex } from './vectors/vector-index.ts';
import type { Place, SearchStore } from './store.ts';

/** The index of a workspace, and the number of the workspace in the store. */
export interface WorkspaceIndex {
  readonly workspace: number;
  readonly index: VectorIndex;
}

/** Of passages of all workspaces together; about 150 MB of codes for vectors of 384 dimensions. */
const maxPassagesInMemory = 1_000_000;

/** A few milliseconds' work. */
const rowsAtOnce = 1_000;

/** An index that is being filled, and the vectors that passages got since that began. */
interface Filling {
  readonly workspace: number;
  readonly late: { readonly number: number; readonly code: Uint8Array }[];
  readonly done: Promise<void>;
}

/** The indexes of the workspaces in use, filled from the store at their first use; the least recently used are evicted. */
export class IndexCache {
  private readonly indexes = new Map<string, WorkspaceIndex>();
  private readonly filling = new Map<string, Filling>();

  constructor(
    private readonly store: SearchStore,
    readonly quantiser: Quantiser,
  ) {}

  /**
   * Fills the index of a workspace in pieces, so that other calls are answered meanwhile. Until it has resolved, nothing may be
   * put into the index or taken out of it. It never throws: that a store cannot be read is reported by `of`.
   */
  async prepare(workspaceId: string): Promise<void> {
    if (this.indexes.has(workspaceId)) return;
    try {
      await (this.filling.get(workspaceId) ?? this.beginFilling(workspaceId)).done;
    } catch {
      // `of` reports it.
    }
  }

  of(workspaceId: string): WorkspaceIndex {
    const known = this.indexes.get(workspaceId);
    const workspaceIndex = known ?? this.fill(this.store.workspaceNumber(workspaceId));
    this.indexes.delete(workspaceId);
    this.indexes.set(workspaceId, workspaceIndex);
    if (!known) this.evict();
    return workspaceIndex;
  }

  /** Sets the vector of a passage in the indexes that are in memory; others are filled with it later. */
  setVector({ workspace, number }: Place, code: Uint8Array): void {
    for (const workspaceIndex of this.indexes.values())
      if (workspaceIndex.workspace === workspace) workspaceIndex.index.setVector(number, code);
    for (const filling of this.filling.values())
      if (filling.workspace === workspace) filling.late.push({ number, code });
  }

  private beginFilling(workspaceId: string): Filling {
    const workspace = this.store.workspaceNumber(workspaceId);
    const late: Filling['late'] = [];
    const done = inTurns(this.filled(workspace))
      .then((index) => {
        if (this.indexes.has(workspaceId)) return;
        for (const { number, code } of late) if (number < index.end) index.setVector(number, code);
        this.indexes.set(workspaceId, { workspace, index });
        this.evict();
      })
      .finally(() => this.filling.delete(workspaceId));
    const filling: Filling = { workspace, late, done };
    this.filling.set(workspaceId, filling);
    return filling;
  }

  private fill(workspace: number): WorkspaceIndex {
    return { workspace, index: atOnce(this.filled(workspace)) };
  }

  private *filled(workspace: number): Generator<void, VectorIndex> {
    const index = new VectorIndex(this.quantiser);
    const page = (after: number) => this.store.labelsAfter(after, { workspace, limit: rowsAtOnce });
    for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)?.number ?? 0)) {
      for (const { number, code, ...label } of rows) {
        index.set(number, label);
        if (code && code.length === 2 * this.quantiser.planeBytes) index.setVector(number, code);
      }
      yield;
    }
    index.findGaps();
    return index;
  }

  private evict(): void {
    let total = 0;
    for (const { index } of this.indexes.values()) total += index.count;
    for (const [id, { index }] of this.indexes) {
      if (total <= maxPassagesInMemory || this.indexes.size === 1) return;
      this.indexes.delete(id);
      total -= index.count;
    }
  }
}
