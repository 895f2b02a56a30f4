import { recordedAbove } from '../../../shared/meetings/confidence.ts';
import type { ExtractedItems } from '../../../relay/meetings/extracted-items.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import type { ReaderWeights } from '../../../relay/meetings/reader/weights.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';
import type { MarkedTranscript } from './marks.ts';

/** What the reader records of a marked transcript, without its suggestions. */
export async function readMarked(
  { text, marks }: MarkedTranscript,
  weights?: ReaderWeights,
): Promise<ExtractedItems> {
  const turns = turnsIn(text);
  const people = new Set([...marks.participants, ...speakersOf(turns)]);
  const nowMs = Date.parse(`${marks.date}T12:00:00Z`);
  const { decisions, actions } = await readTranscript(turns, {
    people,
    nowMs,
    ...(weights && { weights }),
  });
  const isSure = ({ confidence = 1 }) => confidence >= recordedAbove;
  return { decisions: decisions.filter(isSure), actions: actions.filter(isSure) };
}
