import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { otherReaders } from '../../../shared/meetings/method.ts';
import { IdleThread, mostWaiting } from '../../kernel/idle-thread.ts';
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

/** About four hours of talk; longer texts are read in seconds to minutes. Characters. */
const longFrom = 200_000;

/**
 * MTG-26: transcripts are read one after the other in a thread of their own, which starts with the first of them; very long ones in
 * another, so that a short one does not wait for them. Workspaces take turns.
 */
export class ReadingThread implements TranscriptReading {
  private readonly thread: IdleThread<ToRead, ReadTranscript>;
  private readonly threadOfLong: IdleThread<ToRead, ReadTranscript>;

  constructor({ onError, address, idleMs }: ReadingThreadOptions) {
    const load = async () => ({ ...(await import('./thread.ts')), ...(address && { address }) });
    const options = { onError, load, limitMs, idleMs };
    [this.thread, this.threadOfLong] = [new IdleThread(options), new IdleThread(options)];
  }

  async read(transcript: ToRead, workspaceId: string): Promise<ReadTranscript | Refusal> {
    const isLong = transcript.text.length > longFrom;
    const thread = isLong ? this.threadOfLong : this.thread;
    const read = await thread.ask(transcript, workspaceId);
    if (read === 'busy') return tooMany;
    if (read === 'closed') return stopping;
    return read === 'failed' ? unread(transcript) : read;
  }

  /** Ends the threads; what is being read is refused. */
  async close(): Promise<void> {
    await Promise.all([this.thread.close(), this.threadOfLong.close()]);
  }

  /** Whether there is a thread now. */
  get isRunning(): boolean {
    return this.thread.isRunning || this.threadOfLong.isRunning;
  }
}

/** Reads where it is called. */
export function readingHere(reader: TranscriptReader): TranscriptReading {
  return { read: (transcript) => readWith(reader, transcript), close: () => Promise.resolve() };
}

const tooMany = refuse(
  'Unavailable',
  `${mostWaiting.each} transcripts of this workspace wait to be read already, or ${mostWaiting.all} of all. Try again in a minute.`,
);
const stopping = refuse(
  'Unavailable',
  'The relay stops. Send the transcript again when it is back.',
);
const failed = `The built-in reader failed on this transcript, twice: nothing was looked for. ${otherReaders}`;

/** The meeting is kept. A reading that was handed in can be handed in again. */
function unread({ participants, given }: ToRead): ReadTranscript | Refusal {
  if (given !== undefined)
    return refuse('Unavailable', 'The reading could not be checked. Hand it in again.');
  return { participants, speakers: [], items: { decisions: [], actions: [], notices: [failed] } };
}
