import * as lexicon from './lexicon.ts';
import type { Hit } from './phrases.ts';
import type { Word } from './tagger.ts';

/** The phrases by which a sentence takes something back; not those of "or I'll forget it" and "you take it back after that". */
export function reversalsIn(words: readonly Word[]): Hit[] {
  return [...words.keys()].flatMap((at) => {
    const hit = lexicon.reversal.at(words, at);
    return hit === undefined || isOfSomethingElse(hit, words) ? [] : hit;
  });
}

function isOfSomethingElse({ at, text }: Hit, words: readonly Word[]): boolean {
  const before = words[at - 1]?.lower ?? '';
  if (text.startsWith('forget')) return /^(?:i|i'll|i'd|you'll|never|not|don't|or)$/.test(before);
  return /^take (?:it|that) back$/.test(text) && /^(?:you|they|she|he)$/.test(before);
}

/** "No, wait" takes nothing back by itself. */
export function isStalling({ text }: Hit): boolean {
  return (
    text.split(' ').every((word) => /^(?:no|wait|hold|on|actually)$/.test(word)) &&
    !/^(?:actually no|no actually)$/.test(text)
  );
}

/** "Forget the paid one" is about the paid one, and "never mind, it exists" about what was said before. */
export function namesMatter({ text }: Hit): boolean {
  return !/\b(?:it|that|this|mind|nevermind|thoughts?|minds|no|wrong|withdraw|said)$/.test(text);
}
