import * as assert from 'uvu/assert';
import { deadlineOf } from '../../../../relay/meetings/reader/days/deadlines.ts';
import { readTranscript } from '../../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../../relay/meetings/text/turns.ts';

/** A Wednesday. */
export const nowMs = Date.parse('2026-11-18T12:00:00Z');

/** That the words of an answer mean the day, or none. */
export function daysOf(said: Record<string, string | undefined>): void {
  for (const [words, day] of Object.entries(said))
    assert.is(deadlineOf(words, nowMs, { isAnswer: true })?.day, day, words);
}

/** The deadlines of what is found in a talk. */
export async function deadlinesIn(text: string): Promise<(string | undefined)[]> {
  const turns = turnsIn(text);
  const people = new Set(speakersOf(turns));
  const { actions } = await readTranscript(turns, { people, nowMs });
  return actions.map(({ deadline }) => deadline);
}
