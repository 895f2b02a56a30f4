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
