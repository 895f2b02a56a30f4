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

/** The workspaces in use, filled from the store at their first use; those out of use longest make room for others. */
export class Shelves {
  private readonly shelves = new Map<string, Shelved>();

  constructor(
    private readonly store: SearchStore,
    readonly quantiser: Quantiser,
  ) {}

  of(workspaceId: string): Shelved {
    const known = this.shelves.get(workspaceId);
    const shelved = known ?? this.fill(this.store.workspaceNumber(workspaceId));
    this.shelves.delete(workspaceId);
    this.shelves.set(workspaceId, shelved);
    if (!known) this.makeRoom();
    return shelved;
  }

  /** The shelf of a passage, if it is in memory; if not, it will be filled with the passage as it is then. */
  loaded({ workspace }: Place): Shelf | undefined {
    for (const shelved of this.shelves.values()) {
      if (shelved.workspace === workspace) return shelved.shelf;
    }
    return undefined;
  }

  forget(workspaceId: string): void {
    this.shelves.delete(workspaceId);
  }

  private fill(workspace: number): Shelved {
    const shelf = new Shelf(this.quantiser);
    for (const { number, code, ...label } of this.store.labels(workspace)) {
      shelf.set(number, label);
      if (code && code.length === 2 * this.quantiser.planeBytes) shelf.setVector(number, code);
    }
    shelf.findGaps();
    return { workspace, shelf };
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
