import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../shared/kernel/clock.ts';
import { unitVector, type Embedder } from './embedder.ts';
import { backoffMs } from '../../shared/node/backoff.ts';

export interface QuestionEmbedderOptions {
  readonly clock: Clock;
  /** The longest that a search waits for the model, once that is loaded. */
  readonly timeoutMs: number;
  /** How long no question is sent to a model that failed; doubles up to a minute. */
  readonly retryMs: number;
  onError(error: unknown): void;
}

const maxRetryMs = 60_000;
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
    const { clock, retryMs, onError } = this.options;
    if (clock.now() < this.pausedUntil) return undefined;
    try {
      // Not within the time: what this machine loads becomes ready, however busy it is.
      await this.embedder.warm?.();
      const vector = await this.withinTime(this.vectorOf(question.slice(0, maxQuestionLength)));
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

  private async withinTime<T>(work: Promise<T>): Promise<T> {
    const { timeoutMs } = this.options;
    const end = new AbortController();
    const late = sleep(timeoutMs, undefined, { signal: end.signal }).then(() => {
      throw new Error(`the model took more than ${timeoutMs} ms`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      end.abort();
    }
  }
}
