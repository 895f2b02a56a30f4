import { readTranscript } from '../../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../../relay/meetings/text/turns.ts';

/** A Saturday. */
export const nowMs = Date.parse('2026-11-21T10:00:00Z');

/** Whose the surest action item is that names `word`; undefined when there is none. */
export async function ownerOf(
  word: RegExp,
  text: string,
  people: readonly string[] = [],
): Promise<string | undefined> {
  const turns = turnsIn(text);
  const known = new Set([...people, ...speakersOf(turns)]);
  const { actions } = await readTranscript(turns, { people: known, nowMs });
  const found = actions
    .filter(({ action, sentence = '' }) => word.test(`${action} ${sentence}`))
    .toSorted((one, other) => (other.confidence ?? 1) - (one.confidence ?? 1));
  return found[0]?.assignee;
}
