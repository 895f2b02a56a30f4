/** How long a test waits for something that must come before it fails. */
export const patienceMs = 20_000;

/** Collects things that arrive and lets a test wait for them. */
export class Inbox<T> {
  readonly items: T[] = [];
  private ended: string | undefined;
  private readonly waiters = new Set<() => void>();

  push(item: T): void {
    this.items.push(item);
    this.checkWaiters();
  }

  /** Nothing more will come. */
  end(reason: string): void {
    this.ended ??= reason;
    this.checkWaiters();
  }

  /** Resolves with the first item, old or new, that fits; rejects when none came in time or the source ended. */
  async find(what: string, fits: (item: T) => boolean): Promise<T> {
    return this.until(what, () => this.items.find(fits));
  }

  /** Resolves as soon as `look` finds something. */
  until<R>(what: string, look: () => R | undefined): Promise<R> {
    return new Promise((resolve, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        this.waiters.delete(check);
        act();
      };
      const check = () => {
        const found = look();
        if (found !== undefined) finish(() => resolve(found));
        else if (this.ended !== undefined) {
          finish(() => reject(new Error(`waited for ${what}, but: ${this.ended}`)));
        }
      };
      const timer = setTimeout(() => {
        finish(() => reject(new Error(`waited ${patienceMs} ms for ${what}: ${this.seen()}`)));
      }, patienceMs);
      this.waiters.add(check);
      check();
    });
  }

  private seen(): string {
    return JSON.stringify(this.items.slice(-5)).slice(0, 1_000);
  }

  private checkWaiters(): void {
    for (const check of [...this.waiters]) check();
  }
}

/** Asks again and again until the answer is not undefined. */
export async function eventually<R>(
  what: string,
  look: () => Promise<R | undefined>,
  patience: number = patienceMs,
): Promise<R> {
  const deadline = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited ${patience} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
