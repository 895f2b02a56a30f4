import { elapsedClock, type Clock } from '../../shared/kernel/clock.ts';
import { within } from '../../shared/node/time/within.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import type { Embedder } from './embedder.ts';
import { isDamaged } from '../store/derived.ts';
import { EmbeddingQueue, QuestionEmbedder } from './embedding-queue.ts';
import type { Hit, Passage, SearchPort, SearchQuery } from './port.ts';
import { inSteps } from './steps.ts';
import { Quantiser } from './vectors/quantiser.ts';
import { rankHits, type EmbeddedQuestion } from './rank-hits.ts';
import { IndexCache } from './index-cache.ts';
import { SearchStore } from './store.ts';
import { maxIndexedText, wordsOf } from './words.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';

export interface SearchIndexOptions {
  /** The path of the SQLite file; its folder is made. */
  readonly file: string;
  /** An embedder, or how to reach one that may be down; that is tried again until it succeeds. */
  readonly embedder: Embedder | (() => Promise<Embedder>);
  readonly clock?: Clock;
  /** Passages that are embedded in one call; by default as many as suit the embedder. */
  readonly batchSize?: number;
  /** The longest that a search waits for the vector of its question; then words alone decide. */
  readonly questionTimeoutMs?: number;
  /** How long to wait after a first failure of the embedder; doubles up to a minute. */
  readonly retryMs?: number;
  onError?(error: unknown): void;
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  /** True when vectors took no part, or some passages have none yet. */
  readonly degraded: boolean;
}

export interface IndexStatus {
  /** `undefined` while the embedder could not be reached yet. */
  readonly embedder: string | undefined;
  readonly embedded: number;
  readonly total: number;
  readonly degraded: boolean;
}

/** Everything that needs an embedder; undefined until the embedder was reached. */
interface EmbeddingPipeline {
  readonly embedder: Embedder;
  readonly queue: EmbeddingQueue;
  readonly questions: QuestionEmbedder;
}

/** Passages that are removed in one transaction, in a few milliseconds. */
const idsPerTransaction = 250;
const usualBatchSize = 64;
/** `put` waits a moment for the vectors of at most so many new passages. */
const maxAwaited = 64;
const maxRetryMs = 60_000;
/** A relay of many workspaces does not hold the vectors of all of them from its start. */
const maxWarmed = 50;

/**
 * Finds passages by words (FTS5) and by meaning (vectors). All of it is derived: the file may be deleted at any
 * time, and a damaged one is. Vectors of one embedder only are kept; another embedder makes all of them anew
 * in the background, while searches use words and the vectors that are there.
 */
export class SearchIndex implements SearchPort {
  private store: SearchStore;
  private indexes: IndexCache;
  private pipeline: EmbeddingPipeline | undefined;
  private connectTimer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly lostListeners: (() => void)[] = [];
  private revision = 1;

  constructor(private readonly options: SearchIndexOptions) {
    this.store = this.openStore();
    this.indexes = new IndexCache(this.store, new Quantiser(0));
    if (typeof options.embedder === 'function') void this.connect(options.embedder, 0);
    else this.useEmbedder(options.embedder);
  }

  /**
   * Adds passages or replaces those with the same id. They are found by their words at once, and by meaning as soon as the
   * embedder has answered, for which a small batch waits a moment.
   */
  async put(passages: readonly Passage[]): Promise<void> {
    for (const some of inSteps(passages)) {
      for (const id of new Set(some.map(({ workspaceId }) => workspaceId)))
        await this.indexes.prepare(id);
      this.attempt(() => this.write(() => some.forEach((one) => this.putOne(one))));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.embedSoon();
  }

  async remove(workspaceId: string, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += idsPerTransaction) {
      const some = ids.slice(from, from + idsPerTransaction);
      await this.indexes.prepare(workspaceId);
      this.attempt(() => this.write(() => some.forEach((id) => this.removeOne(workspaceId, id))));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** SIM-4: the lexicon first, as every search needs it; then the vectors of the workspaces, as far as they find room. */
  async warm(workspaceIds: readonly string[]): Promise<void> {
    await this.pipeline?.embedder.warm?.();
    for (const id of workspaceIds.slice(0, maxWarmed)) {
      if (this.isClosed) return;
      await this.indexes.prepare(id);
    }
  }

  async search(query: SearchQuery): Promise<readonly Hit[]> {
    return (await this.find(query)).hits;
  }

  /** Like `search`, and says whether the answer is degraded. */
  async find(query: SearchQuery): Promise<SearchAnswer> {
    const question = await this.embedded(query.query);
    await this.indexes.prepare(query.workspaceId);
    if (this.isClosed) return { hits: [], degraded: true };
    return this.attempt(() => {
      const { workspace, index } = this.indexes.of(query.workspaceId);
      const hits = rankHits({ store: this.store, workspace, index }, query, question);
      return { hits, degraded: question === undefined || this.store.pendingCount() > 0 };
    });
  }

  async checkpointOf(workspaceId: string): Promise<number | undefined> {
    return this.attempt(() => this.store.mark(workspaceId));
  }

  /** Keeps the highest of the marks. */
  async saveCheckpoint(workspaceId: string, seq: number): Promise<void> {
    this.attempt(() => this.store.setMark(workspaceId, seq));
  }

  onLost(listener: () => void): void {
    this.lostListeners.push(listener);
  }

  status(): IndexStatus {
    const { passages, pending } = this.attempt(() => this.store.counts());
    return {
      embedder: this.pipeline?.embedder.name,
      embedded: passages - pending,
      total: passages,
      degraded: pending > 0 || !this.pipeline || this.pipeline.queue.isFailing,
    };
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.connectTimer);
    this.pipeline?.queue.close();
    this.store.close();
  }

  private async embedded(question: string): Promise<EmbeddedQuestion | undefined> {
    const { embedder, questions } = this.pipeline ?? {};
    const vector = await questions?.embed(question);
    if (vector === undefined) return undefined;
    return { vector, curve: embedder?.curve, known: embedder?.knownWords?.(question) };
  }

  private putOne(passage: Passage): void {
    const { workspaceId, id, kind, title, text, state = '' } = passage;
    const { workspace, index } = this.indexes.of(workspaceId);
    const known = this.store.numberOf(workspace, id);
    const number = known ?? index.nextNumber();
    const place = { workspace, number };
    if (known !== undefined && this.store.hasText(place, passage)) {
      this.store.relabel(place, { kind, state });
      index.relabel(number, { kind, state });
      return;
    }
    if (known !== undefined) this.store.removePassage(place);
    const words = wordsOf(`${title}\n${text}`.slice(0, maxIndexedText));
    this.store.putPassage(place, { passage, words, revision: this.revision++ });
    index.set(number, { kind, state, length: words.length });
  }

  private removeOne(workspaceId: string, id: string): void {
    const { workspace, index } = this.indexes.of(workspaceId);
    const number = this.store.numberOf(workspace, id);
    if (number === undefined) return;
    this.store.removePassage({ workspace, number });
    index.delete(number);
  }

  /** When the transaction fails, the indexes in memory are dropped too, as they may hold what was rolled back. */
  private write(work: () => void): void {
    try {
      this.store.transaction(work);
    } catch (error) {
      this.indexes = new IndexCache(this.store, this.indexes.quantiser);
      throw error;
    }
  }

  private async embedSoon(): Promise<void> {
    const { pipeline } = this;
    if (!pipeline || this.isClosed) return;
    const drained = pipeline.queue.drain();
    if (this.store.pendingCount() > maxAwaited) return;
    await within(embedWaitMs, drained);
  }

  private useEmbedder(embedder: Embedder): void {
    const {
      clock = elapsedClock(systemClock),
      questionTimeoutMs = 2_000,
      retryMs = 1_000,
    } = this.options;
    const onError = (error: unknown): void => this.options.onError?.(error);
    const quantiser = new Quantiser(embedder.dimensions);
    this.attempt(() => this.store.adopt(embedder));
    this.indexes = new IndexCache(this.store, quantiser);
    const queue = new EmbeddingQueue({
      embedder,
      quantiser,
      store: () => this.store,
      batchSize: this.options.batchSize ?? embedder.batchSize ?? usualBatchSize,
      retryMs,
      onEmbedded: (passage, code) => this.indexes.setVector(passage, code),
      onError: (error) => (isDamaged(error) ? this.startOver() : onError(error)),
    });
    const timeoutMs = questionTimeoutMs;
    const questions = new QuestionEmbedder(embedder, { clock, timeoutMs, retryMs, onError });
    this.pipeline = { embedder, queue, questions };
    void queue.drain();
  }

  private async connect(reach: () => Promise<Embedder>, failures: number): Promise<void> {
    try {
      const embedder = await reach();
      if (!this.isClosed) this.useEmbedder(embedder);
    } catch (error) {
      if (this.isClosed) return;
      const backoff = { firstMs: this.options.retryMs ?? 1_000, maxMs: maxRetryMs };
      const again = (): void => void this.connect(reach, failures + 1);
      this.connectTimer = setTimeout(again, withJitter(backoffMs(failures + 1, backoff)));
      this.connectTimer.unref();
      if (failures === 0) this.options.onError?.(unreached(error));
    }
  }

  /** Does the work; if the file turns out to be damaged, again on an empty one. */
  private attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.startOver();
      return work();
    }
  }

  private startOver(): void {
    this.store.close();
    this.store = this.openStore(true);
    this.indexes = new IndexCache(this.store, this.indexes.quantiser);
    if (this.pipeline) this.store.adopt(this.pipeline.embedder);
    for (const listener of this.lostListeners) listener();
  }

  private openStore(isLost = false): SearchStore {
    const store = new SearchStore(this.options.file, isLost);
    if (store.problem !== undefined)
      this.options.onError?.(`The search index is in memory only. ${store.problem}`);
    return store;
  }
}

/** Said once, as it is tried again until it works: what happens until then, and why. */
function unreached(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The embedder cannot be reached (${reason}). It is tried again; until then searches go by words alone.`;
}

/** How long `put` waits for a model server; the built-in embedder needs far less. */
const embedWaitMs = 250;
