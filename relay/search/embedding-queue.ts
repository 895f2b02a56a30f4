import { unitVector, type Embedder } from './embedder.ts';
import type { Quantiser } from './vectors/quantiser.ts';
import type { PendingPassage, SearchStore } from './store.ts';
import { backoffMs, withJitter } from '../../shared/node/backoff.ts';

export interface EmbeddingQueueOptions {
  readonly embedder: Embedder;
  readonly quantiser: Quantiser;
  /** A function, since the store is opened anew when its file was damaged. */
  readonly store: () => SearchStore;
  readonly batchSize: number;
  /** How long to wait after a first failure; doubles up to a minute. */
  readonly retryMs: number;
  onEmbedded(passage: PendingPassage, code: Uint8Array): void;
  onError(error: unknown): void;
}

const maxRetryMs = 60_000;
const maxTextLength = 8_000;

/**
 * Gives every pending passage its vector, in batches, in the background. After a failure it waits and goes on with
 * smaller batches, so that one text that the model refuses does not stop the others; nothing pending is ever dropped.
 */
export class EmbeddingQueue {
  private running: Promise<void> | undefined;
  private failures = 0;
  private isClosed = false;
  private retryTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EmbeddingQueueOptions) {}

  /** Whether the last try failed. */
  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** Starts the work unless it runs or waits for a retry. Resolves when nothing is pending, or after a failure. */
  async drain(): Promise<void> {
    if (this.isClosed || this.retryTimer) return;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  /** Does not wait for the model; an answer that comes later is dropped. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
  }

  private async work(): Promise<void> {
    try {
      while (await this.embedBatch()) this.failures = 0;
    } catch (error) {
      if (this.isClosed) return;
      this.failures += 1;
      this.retryLater();
      this.options.onError(error);
    }
  }

  private retryLater(): void {
    const backoff = { firstMs: this.options.retryMs, maxMs: maxRetryMs };
    const again = (): void => {
      this.retryTimer = undefined;
      void this.drain();
    };
    this.retryTimer = setTimeout(again, withJitter(backoffMs(this.failures, backoff)));
    this.retryTimer.unref();
  }

  private async embedBatch(): Promise<boolean> {
    const { batchSize, store } = this.options;
    if (this.isClosed) return false;
    const size = Math.max(1, batchSize >> Math.min(this.failures, 30));
    const batch = store().pending(size);
    if (batch.length === 0) return false;
    try {
      const vectors = await this.vectorsOf(batch);
      if (this.isClosed) return false;
      this.keep(batch, vectors);
    } catch (error) {
      if (!this.isClosed) store().postpone(batch);
      throw error;
    }
    // Other work gets its turn between two batches.
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  private async vectorsOf(batch: readonly PendingPassage[]): Promise<Float32Array[]> {
    const { embedder } = this.options;
    const texts = batch.map(({ title, text }) => `${title}\n${text}`.slice(0, maxTextLength));
    const vectors = await embedder.embed(texts, 'passage');
    if (vectors.length !== batch.length) throw new Error('the model left out a vector');
    return vectors.map((vector) => unitVector(vector, embedder.dimensions));
  }

  private keep(batch: readonly PendingPassage[], vectors: readonly Float32Array[]): void {
    const { quantiser, store, onEmbedded } = this.options;
    store().transaction(() => {
      for (const [index, passage] of batch.entries()) {
        const vector = vectors[index] ?? new Float32Array();
        const code = quantiser.encode(vector);
        if (store().putVector(passage, { vector, code })) onEmbedded(passage, code);
      }
    });
  }
}
