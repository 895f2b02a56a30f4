/** Runs work one after the other within a lane, and side by side between lanes. */
export class Lanes {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Begins at once when nothing of the lane is under way. What has failed does not stop what comes after it. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(lane);
    const turn = before === undefined ? work() : before.then(work, work);
    this.last.set(lane, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(lane) === turn) this.last.delete(lane);
    }
  }

  /** Resolves when all that is under way now is done, whatever became of it. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.last.values());
  }
}

/** Lets a few do something at a time, in the order in which they ask. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
