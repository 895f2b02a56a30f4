import type { People } from './people.ts';
import type { Utterance } from './signals.ts';

/** How many sentences at the end of a turn may call the person who answers. */
const lastSentences = 3;

/**
 * The same sentences with who most likely says them, where the transcript names nobody: who is called by name answers next, and
 * goes on after the next short word of somebody else.
 */
export function withGuessedSpeakers(
  all: readonly Utterance[],
  people: People,
): readonly Utterance[] {
  if (all.some(({ speaker }) => speaker !== '')) return all;
  const called = new Map<number, string>();
  for (const one of all) {
    if (!isAtEnd(all, one)) continue;
    const [name] = people.in(one.words).toReversed();
    const calls = callsWith.some((signal) => one.own[signal]);
    if (name !== undefined && calls) called.set(one.turn + 1, name.name);
  }
  const guess = (turn: number) => called.get(turn) ?? called.get(turn - 2) ?? '';
  return all.map((one) => ({ ...one, speaker: guess(one.turn) }));
}

const callsWith = ['vocative', 'requestYou', 'question', 'asks', 'subjectYou'];

function isAtEnd(all: readonly Utterance[], { at, turn }: Utterance): boolean {
  return all[at + lastSentences]?.turn !== turn;
}
