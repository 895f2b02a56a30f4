/** How many may wait. */
export interface MostWaiting {
  /** Of one workspace, so that it leaves room for others. */
  readonly each: number;
  readonly all: number;
}

/** What waits, by workspace: workspaces take turns, so that one with a lot to do holds up no other. */
export class FairQueue<Item> {
  /** The workspace whose turn is next stands first. */
  private readonly waiting = new Map<string, Item[]>();
  private count = 0;

  constructor(private readonly most: MostWaiting) {}

  /** False where so many wait already that it is not taken. */
  add(workspaceId: string, item: Item): boolean {
    const own = this.waiting.get(workspaceId) ?? [];
    if (own.length >= this.most.each || this.count >= this.most.all) return false;
    own.push(item);
    this.waiting.set(workspaceId, own);
    this.count += 1;
    return true;
  }

  /** The oldest of the workspace whose turn it is; undefined when none waits. */
  next(): Item | undefined {
    const [turn] = this.waiting;
    if (turn === undefined) return undefined;
    const [workspaceId, [item, ...others]] = turn;
    this.waiting.delete(workspaceId);
    if (others.length > 0) this.waiting.set(workspaceId, others);
    this.count -= 1;
    return item;
  }
}
