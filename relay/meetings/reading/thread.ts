import { parentPort, workerData } from 'node:worker_threads';
import { readWith, type ToRead, type TranscriptReader } from './read.ts';

/** Where a thread finds this file, in the source as in the built program. */
export const address = import.meta.url;
/** Tells the thread from whoever loads this file for its address. */
export const role = 'reads transcripts';

/** MTG-2. What the reader needs takes long to load, and most readings that are handed in need none of it. */
const byItself: TranscriptReader = async (turns, context) => {
  const { readTranscript } = await import('../reader/reader.ts');
  return readTranscript(turns, context);
};

if (workerData === role) {
  // What is thrown ends the thread, which is how the relay is told.
  parentPort?.on('message', (transcript: ToRead) => {
    void readWith(byItself, transcript).then((read) => parentPort?.postMessage(read));
  });
}
