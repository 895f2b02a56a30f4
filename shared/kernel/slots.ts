/** Lets a few do something at a time, in the order in which they ask. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Does the work in its turn. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for a slot, to be given back by `leave`. False when the signal came before the turn: then no slot was taken. */
  async enter(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.free === 0) return this.turn(signal);
    this.free -= 1;
    return true;
  }

  /** Gives the slot to whoever waits longest. */
  leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }

  private turn(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        const at = this.waiting.indexOf(go);
        if (at !== -1) this.waiting.splice(at, 1);
        resolve(false);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(go);
    });
  }
}
