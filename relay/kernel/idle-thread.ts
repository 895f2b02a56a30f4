import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.ts';

export interface IdleThreadOptions {
  /** Told why a thread ended that was to go on. */
  readonly onError: (error: unknown) => void;
  /** What the thread runs: a file's address, and what it does, by which it knows that it is the thread. Loaded with the first question. */
  readonly load: () => Promise<{ readonly address: string; readonly role: string }>;
  /** How long one answer may take; milliseconds. */
  readonly limitMs: number;
  /** How long it waits for another question before it ends and its memory is free again; milliseconds. */
  readonly idleMs?: number | undefined;
}

/** Busy: too many wait. Failed: it ended over this question each time it was tried. */
export type NoAnswer = 'busy' | 'closed' | 'failed';

const attempts = 2;
/** How many may wait beside the one that is being answered. */
export const mostWaiting = { each: 20, all: 100 } as const;
/** Where a question needs more, its thread ends and not the process. */
const maxOldGenerationSizeMb = 2_048;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly answer: (answered: Promise<Answer | NoAnswer>) => void;
}

/**
 * Answers questions one after the other in a thread of its own, so that nobody else waits for it; workspaces take turns. The thread
 * starts with the first question. One over which it ends is tried once more.
 */
export class IdleThread<Question, Answer extends object> {
  private readonly waiting = new FairQueue<Waiting<Question, Answer>>(mostWaiting);
  private working: Promise<void> | undefined;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;
  private role = '';

  constructor(private readonly options: IdleThreadOptions) {}

  ask(question: Question, workspaceId: string): Promise<Answer | NoAnswer> {
    return new Promise((answer) => {
      if (!this.waiting.add(workspaceId, { question, answer })) return answer('busy');
      this.working ??= this.work();
    });
  }

  /** Ends the thread; what is being answered and what waits is not. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
    await this.working;
    await this.end();
  }

  /** Whether there is a thread now. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  private async work(): Promise<void> {
    for (let next = this.waiting.next(); next !== undefined; next = this.waiting.next()) {
      const answered = this.answerNext(next.question);
      next.answer(answered);
      await answered.catch(() => undefined);
    }
    this.working = undefined;
  }

  private async answerNext(question: Question): Promise<Answer | NoAnswer> {
    clearTimeout(this.idle);
    const answer = await this.tried(question);
    this.idle = setTimeout(() => void this.end(), this.options.idleMs ?? 60_000).unref();
    return answer;
  }

  private async tried(question: Question): Promise<Answer | NoAnswer> {
    for (let attempt = 0; attempt < attempts && !this.isClosed; attempt += 1) {
      try {
        return await this.answer(question);
      } catch (error) {
        if (!this.isClosed) this.options.onError(error);
        await this.end();
      }
    }
    return this.isClosed ? 'closed' : 'failed';
  }

  private async answer(question: Question): Promise<Answer> {
    const worker = (this.worker ??= await this.start());
    if (this.isClosed) throw new Error('It was closed.');
    const limit = setTimeout(() => void worker.terminate(), this.options.limitMs);
    const answered = new AbortController();
    const { signal } = answered;
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error(`The thread that ${this.role} has ended.`);
    });
    try {
      worker.postMessage(question);
      const [answer] = (await Promise.race([
        once(worker, 'message', { signal }),
        ended,
      ])) as unknown[];
      return answer as Answer;
    } finally {
      clearTimeout(limit);
      answered.abort();
    }
  }

  private async start(): Promise<Worker> {
    const { address, role } = await this.options.load();
    this.role = role;
    const worker = new Worker(entryOf(address), {
      name: role,
      workerData: role,
      resourceLimits: { maxOldGenerationSizeMb },
    });
    worker.unref();
    // Whoever asks is told too; without a listener it would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

/** From its source, it brings the loader that a thread does not take over from its process. */
function entryOf(address: string): URL {
  if (!address.endsWith('.ts')) return new URL(address);
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from '${loader}'; register(); await import('${address}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
