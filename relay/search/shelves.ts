import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Quantiser } from './quantiser.ts';
import { Shelf } from './shelf.ts';
import type { Place, SearchStore } from './store.ts';

/** The passages of a workspace in memory, and its number in the store. */
export interface Shelved {
  readonly workspace: number;
  readonly shelf: Shelf;
}

/** Of passages of all workspaces together; about 150 MB of codes for vectors of 384 dimensions. */
const mostInMemory = 1_000_000;

/** A few milliseconds' work. */
const rowsAtOnce = 1_000;

/** A shelf that is being filled, and the vectors that passages got meanwhile. */
interface Filling {
  readonly workspace: number;
  readonly late: { readonly number: number; readonly code: Uint8Array }[];
  readonly done: Promise<void>;
}

/** The workspaces in use, filled from the store at their first use; those out of use longest make room for others. */
export class Shelves {
  private readonly shelves = new Map<string, Shelved>();
  private readonly filling = new Map<string, Filling>();

  constructor(
    private readonly store: SearchStore,
    readonly quantiser: Quantiser,
  ) {}

  /**
   * Fills the shelf of a workspace in pieces, so that others are answered meanwhile; nothing may be put into it or taken out
   * until it is filled. That a store cannot be read is told by `of`.
   */
  async prepare(workspaceId: string): Promise<void> {
    if (this.shelves.has(workspaceId)) return;
    try {
      await (this.filling.get(workspaceId) ?? this.beginFilling(workspaceId)).done;
    } catch {
      // As said above.
    }
  }

  of(workspaceId: string): Shelved {
    const known = this.shelves.get(workspaceId);
    const shelved = known ?? this.fill(this.store.workspaceNumber(workspaceId));
    this.shelves.delete(workspaceId);
    this.shelves.set(workspaceId, shelved);
    if (!known) this.makeRoom();
    return shelved;
  }

  /** A passage has its vector now. A shelf that is not in memory will be filled with it. */
  setVector({ workspace, number }: Place, code: Uint8Array): void {
    for (const shelved of this.shelves.values())
      if (shelved.workspace === workspace) shelved.shelf.setVector(number, code);
    for (const filling of this.filling.values())
      if (filling.workspace === workspace) filling.late.push({ number, code });
  }

  forget(workspaceId: string): void {
    this.shelves.delete(workspaceId);
    this.filling.delete(workspaceId);
  }

  private beginFilling(workspaceId: string): Filling {
    const workspace = this.store.workspaceNumber(workspaceId);
    const late: Filling['late'] = [];
    const done = this.fillInPieces(workspace)
      .then((shelf) => {
        if (this.filling.get(workspaceId) !== filling || this.shelves.has(workspaceId)) return;
        for (const { number, code } of late) if (number < shelf.end) shelf.setVector(number, code);
        this.shelves.set(workspaceId, { workspace, shelf });
        this.makeRoom();
      })
      .finally(() => {
        if (this.filling.get(workspaceId) === filling) this.filling.delete(workspaceId);
      });
    const filling: Filling = { workspace, late, done };
    this.filling.set(workspaceId, filling);
    return filling;
  }

  private async fillInPieces(workspace: number): Promise<Shelf> {
    const steps = this.filled(workspace);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await nextTurn();
    }
  }

  private fill(workspace: number): Shelved {
    const steps = this.filled(workspace);
    for (let step = steps.next(); ; step = steps.next())
      if (step.done === true) return { workspace, shelf: step.value };
  }

  private *filled(workspace: number): Generator<void, Shelf> {
    const shelf = new Shelf(this.quantiser);
    const page = (after: number) => this.store.labelsAfter(after, { workspace, limit: rowsAtOnce });
    for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)?.number ?? 0)) {
      for (const { number, code, ...label } of rows) {
        shelf.set(number, label);
        if (code && code.length === 2 * this.quantiser.planeBytes) shelf.setVector(number, code);
      }
      yield;
    }
    shelf.findGaps();
    return shelf;
  }

  private makeRoom(): void {
    let total = 0;
    for (const { shelf } of this.shelves.values()) total += shelf.count;
    for (const [id, { shelf }] of this.shelves) {
      if (total <= mostInMemory || this.shelves.size === 1) return;
      this.shelves.delete(id);
      total -= shelf.count;
    }
  }
}
