import type { Word } from '../words/tagger.ts';

/** From one place in a text to another. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Two sentences with one verb, of which the later one says "it" for what the first one names. */
export interface SameAct {
  /** What the first one names: "the tokens" of "Let's store the tokens in localStorage". */
  readonly object: Stretch;
  /** The word of the later one that stands for it. */
  readonly pronoun: Stretch;
}

interface Said {
  readonly text: string;
  readonly words: readonly Word[];
}

const pronouns = /^(?:it|them|that|this|those|these)$/;
const mostWords = 5;

/** "Let's store the tokens in localStorage." "Let's store them in cookies instead." */
export function sameActIn(first: Said, later: Said): SameAct | undefined {
  const at = later.words.findIndex(({ lower }) => pronouns.test(lower));
  const [verb, pronoun] = [later.words[at - 1], later.words[at]];
  if (verb === undefined || pronoun === undefined || at === later.words.length - 1)
    return undefined;
  const from = 1 + first.words.findIndex(({ lemma }) => lemma === verb.lemma);
  if (from === 0) return undefined;
  const behind = first.words.slice(from);
  const length = behind.findIndex((word) => word.tag === 'ADP' || isQuoted(first.text, word));
  const [begin, end] = [behind[0], behind[length - 1]];
  if (begin === undefined || end === undefined || length > mostWords) return undefined;
  return { object: { start: begin.start, end: end.end }, pronoun };
}

function isQuoted(text: string, { start }: Word): boolean {
  return /["'“‘`]/.test(text[start - 1] ?? '');
}
