/** Work of one key is done one after the other, in the order in which it came; of different keys at once. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Settles as `work` does, which begins once all earlier work of the key has ended, however it did. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}
