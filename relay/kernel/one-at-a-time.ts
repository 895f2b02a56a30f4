/** Runs what has the same name one after the other, in the order in which it came; what has another name runs beside it. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Answers or rejects as `work` does; a failure before it does not keep it from running. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name) ?? Promise.resolve();
    const running = before.then(work, work);
    this.last.set(name, running);
    try {
      return await running;
    } finally {
      if (this.last.get(name) === running) this.last.delete(name);
    }
  }
}
