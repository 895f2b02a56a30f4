import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import type { TranscriptReader } from '../../../relay/meetings/reading/read.ts';
import { standupRead } from './story/standup-read.ts';

/** The built-in reader, but for the stand-up of the story: what is found there stays the same when the reader gets better. */
export const storyReader: TranscriptReader = async (turns, context) => {
  const isStandup = turns[0]?.text.startsWith('Checkout. Placing an order twice') === true;
  return isStandup ? standupRead : readTranscript(turns, context);
};
