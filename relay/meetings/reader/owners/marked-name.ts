import type { Named, People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { row } from './owners.ts';

/** Whose name a mark sets off in notes: "1 - Ann: the slides", "→ Ann, by Friday", "[ ] @Ann - the slides", "the slides : Ann". */
export function ownersMarked({ text, words }: Utterance, people: People): string[] {
  const named = people.in(words);
  const set = named.find((one) => isSetOff(text, words, one));
  return set === undefined ? [] : row(named, set, words).map(({ name }) => name);
}

function isSetOff(text: string, words: Utterance['words'], { at, end }: Named): boolean {
  const [first, last] = [words[at], words[end - 1]];
  if (first === undefined || last === undefined) return false;
  const before = text.slice(0, first.start);
  const after = text.slice(last.start + last.text.length);
  return (
    (startOfItem.test(before) && /^ ?(?::|->|→|[-–—] )/u.test(after)) ||
    (/(?:\s[:–—-]|→|->)\s?@?$/u.test(before) && /^(?:$|[.,;]| [@(–—-])/u.test(after))
  );
}

/** "- ", "1 - ", "[ ] @", "A " */
const startOfItem = /^(?:[\s\P{L}]*|\p{Lu}\s+)$/u;
