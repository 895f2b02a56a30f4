import type { Demo } from './start-demo.ts';

const everyMs = 1_000;

/** Makes something happen about every second, until it is stopped. */
export class Living {
  private timer: NodeJS.Timeout | undefined;
  private step: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly demo: Demo,
    private readonly onError: (error: unknown) => void,
  ) {
    this.next();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.step;
  }

  private next(): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => {
      this.step = this.demo
        .step()
        .catch(this.onError)
        .then(() => this.next());
    }, everyMs);
  }
}
