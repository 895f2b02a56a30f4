import { unitVector, type Embedder } from './embedder.ts';
import type { Quantiser } from './vectors/quantiser.ts';
import type { PendingPassage, SearchStore } from './store.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';
import { within } from '../../shared/node/time/within.ts';
import type { Clock } from '../../shared/kernel/clock.ts';

interface EmbeddingQueueOptions {
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

interface QuestionEmbedderOptions {
  readonly clock: Clock;
  /** The longest that a search waits for the model, once that is loaded. */
  readonly timeoutMs: number;
  /** How long no question is sent to a model that failed; doubles up to a minute. */
  readonly retryMs: number;
  onError(error: unknown): void;
}

const maxQuestionLength = 2_000;

/** Makes the vectors of questions. A search does not fail when the model does: it goes on without the vector. */
export class QuestionEmbedder {
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    private readonly embedder: Embedder,
    private readonly options: QuestionEmbedderOptions,
  ) {}

  /** The vector of a question; `undefined` when the model failed or took too long, now or a moment ago. */
  async embed(question: string): Promise<Float32Array | undefined> {
    const { clock, retryMs, timeoutMs, onError } = this.options;
    if (clock.now() < this.pausedUntil) return undefined;
    try {
      // Not within the time: what this machine loads becomes ready, however busy it is.
      await this.embedder.warm?.();
      const vector = await within(timeoutMs, this.vectorOf(question.slice(0, maxQuestionLength)));
      if (vector === 'late') throw new Error(`the model took more than ${timeoutMs} ms`);
      this.failures = 0;
      return vector;
    } catch (error) {
      this.failures += 1;
      const pauseMs = backoffMs(this.failures, { firstMs: retryMs, maxMs: maxRetryMs });
      this.pausedUntil = clock.now() + pauseMs;
      onError(error);
      return undefined;
    }
  }

  private async vectorOf(question: string): Promise<Float32Array> {
    const [vector] = await this.embedder.embed([question], 'question');
    if (!vector) throw new Error('the model gave no vector');
    return unitVector(vector, this.embedder.dimensions);
  }
}
