import type { Named, People } from '../words/people.ts';
import type { Utterance } from '../signals/signals.ts';

/** How many sentences at the end of a turn may call the person who answers. */
const lastSentences = 3;

/**
 * The same sentences with who most likely says them, where the transcript names nobody: who is called by name answers next, and
 * goes on after the next short word of somebody else; who is thanked has spoken before.
 */
export function withGuessedSpeakers(
  all: readonly Utterance[],
  people: People,
): readonly Utterance[] {
  if (all.some(({ speaker }) => speaker !== '')) return all;
  const called = new Map<number, string>();
  const thanked = new Map<number, string>();
  for (const one of all) {
    const [name] = people.in(one.words).toReversed();
    if (name === undefined || one.own['label_people']) continue;
    if (one.place === 0 && (thanks.test(one.text) || isAnswered(one)))
      thanked.set(one.turn - 1, name.name);
    const calls = callsWith.some((signal) => one.own[signal]) || isCalledUnmarked(one, name);
    if (calls && isAtEnd(all, one)) called.set(one.turn + 1, name.name);
  }
  const guess = (turn: number) =>
    thanked.get(turn) ?? called.get(turn) ?? called.get(turn - 2) ?? '';
  return all.map((one) => ({ ...one, speaker: guess(one.turn) }));
}

/** "Friday is tomorrow, Hallgrim." is said to who has just spoken. */
function isAnswered({ own, text }: Utterance): boolean {
  return (
    Boolean(own['vocative']) &&
    !own['question'] &&
    !own['requestYou'] &&
    !own['imperative'] &&
    /, \p{L}+[.!]*$/u.test(text)
  );
}

const thanks = /^(?:thanks|thank you|great|good|perfect|lovely)\b/i;

/** Speech recognition writes no commas: "cool isaac that's a change", "send me the list winston". */
function isCalledUnmarked({ words, text }: Utterance, { at, end }: Named): boolean {
  if (/[,.?!]/.test(text)) return false;
  const next = words[end];
  const isFirst = at <= 1 && next !== undefined && calledBefore.test(next.lower);
  return (
    isFirst ||
    (at > 0 && (end === words.length || /^(?:send|can|could|you)/.test(next?.lower ?? '')))
  );
}

const calledBefore = /^(?:that|you|can|could|would|will|do|any|what|is|send|have)/;

const callsWith = ['vocative', 'requestYou', 'question', 'asks', 'subjectYou'];

function isAtEnd(all: readonly Utterance[], { at, turn }: Utterance): boolean {
  return all[at + lastSentences]?.turn !== turn;
}
