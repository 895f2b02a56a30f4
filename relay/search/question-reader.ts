import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { Embedder } from './embedder.ts';
import { unitVector } from './embedding-queue.ts';

export interface QuestionReaderOptions {
  readonly clock: Clock;
  /** The longest that a search waits for the model. */
  readonly timeoutMs: number;
  /** How long a model that failed is left alone; doubles up to a minute. */
  readonly retryMs: number;
  onError(error: unknown): void;
}

const maxRetryMs = 60_000;
const maxQuestionLength = 2_000;

/** The vectors of questions. A search never fails because the model does. */
export class QuestionEmbedder {
  private failures = 0;
  private silentUntil = 0;

  constructor(
    private readonly embedder: Embedder,
    private readonly options: QuestionReaderOptions,
  ) {}

  /** `undefined` when the model failed, took too long, or did so a moment ago. */
  async read(question: string): Promise<Float32Array | undefined> {
    const { clock, retryMs, onError } = this.options;
    if (clock.now() < this.silentUntil) return undefined;
    try {
      const vector = await this.withinTime(this.embed(question.slice(0, maxQuestionLength)));
      this.failures = 0;
      return vector;
    } catch (error) {
      const pauseMs = Math.min(maxRetryMs, retryMs * 2 ** this.failures);
      this.failures += 1;
      this.silentUntil = clock.now() + pauseMs;
      onError(error);
      return undefined;
    }
  }

  private async embed(question: string): Promise<Float32Array> {
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
