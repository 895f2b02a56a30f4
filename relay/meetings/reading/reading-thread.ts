import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { readWith, type ReadTranscript, type ToRead } from './read.ts';
import type { TranscriptReader, TranscriptReading } from './read.ts';

export interface ReadingThreadOptions {
  /** Told why a thread ended that was to read on. */
  readonly onError: (error: unknown) => void;
  /** The file that the thread runs; the built-in reader unless said. */
  readonly address?: string;
  /** How long it waits for another transcript before it ends and its memory is free again; milliseconds. */
  readonly idleMs?: number;
}

/** Of a transcript, the longest included, more than ten times of what it takes; milliseconds. */
const limitMs = 10 * 60_000;
const attempts = 2;
/** Each may have 2,000,000 characters. */
const maxWaiting = 20;
/** Where a transcript needs more, its thread ends and not the relay. */
const maxOldGenerationSizeMb = 2_048;

/**
 * MTG-26: transcripts are read one after the other in a thread of their own, so that nobody else waits for it. The thread starts with
 * the first of them. One that ends early is tried once more.
 */
export class ReadingThread implements TranscriptReading {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: ReadingThreadOptions) {}

  read(transcript: ToRead): Promise<ReadTranscript | Refusal> {
    if (this.waiting > maxWaiting) return Promise.resolve(tooMany);
    this.waiting += 1;
    const read = this.last.then(() => this.readNext(transcript));
    this.last = read.catch(() => undefined).finally(() => (this.waiting -= 1));
    return read;
  }

  /** Ends the thread; what is being read is refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
    await this.last;
    await this.end();
  }

  /** Whether there is a thread now. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  private async readNext(transcript: ToRead): Promise<ReadTranscript | Refusal> {
    clearTimeout(this.idle);
    for (let attempt = 0; attempt < attempts && !this.isClosed; attempt += 1) {
      try {
        return await this.ask(transcript);
      } catch (error) {
        if (!this.isClosed) this.options.onError(error);
        await this.end();
      } finally {
        this.idle = setTimeout(() => void this.end(), this.options.idleMs ?? 60_000).unref();
      }
    }
    return this.isClosed ? stopping : unread(transcript);
  }

  private async ask(transcript: ToRead): Promise<ReadTranscript> {
    const worker = (this.worker ??= await this.start());
    if (this.isClosed) throw new Error('It was closed.');
    const limit = setTimeout(() => void worker.terminate(), limitMs);
    const answered = new AbortController();
    const { signal } = answered;
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('The thread that reads transcripts has ended.');
    });
    try {
      worker.postMessage(transcript);
      const [read] = (await Promise.race([
        once(worker, 'message', { signal }),
        ended,
      ])) as unknown[];
      return read as ReadTranscript;
    } finally {
      clearTimeout(limit);
      answered.abort();
    }
  }

  private async start(): Promise<Worker> {
    const { address, role } = await import('./thread.ts');
    const worker = new Worker(entryOf(this.options.address ?? address), {
      name: role,
      workerData: role,
      resourceLimits: { maxOldGenerationSizeMb },
    });
    worker.unref();
    // Whoever asks is told too; without a listener it would end the relay.
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

/** Reads where it is called. */
export function readingHere(reader: TranscriptReader): TranscriptReading {
  return { read: (transcript) => readWith(reader, transcript), close: () => Promise.resolve() };
}

const tooMany = refuse(
  'Unavailable',
  `${maxWaiting} transcripts wait to be read already. Try again in a minute.`,
);
const stopping = refuse(
  'Unavailable',
  'The relay stops. Send the transcript again when it is back.',
);
const failed =
  'The built-in reader failed on this transcript, twice: nothing was looked for. Configure a language model, or have an agent read it with the MCP prompt read_meeting.';

/** The meeting is kept. A reading that was handed in can be handed in again. */
function unread({ participants, given }: ToRead): ReadTranscript | Refusal {
  if (given !== undefined)
    return refuse('Unavailable', 'The reading could not be checked. Hand it in again.');
  return { participants, items: { decisions: [], actions: [], notices: [failed] } };
}
