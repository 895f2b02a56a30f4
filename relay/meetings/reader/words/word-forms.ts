import type { Word } from './tagger.ts';

const leadWords =
  /^(?:yes|yeah|yep|yup|ya|sure|okay|ok|k|'kay|right|fine|good|great|exactly|true|perfect|agreed|deal|alright|nice|no|nope|nah|hmm|hm|mm|so|then|well|and|but|um|uh|er|oh|ah|like|actually|honestly|look|listen|cool|please|also|plus|now|anyway|because|therefore|hey)$/;

/** Whether it is a word of assent or a small one, before what is said. */
export function isLeadWord(word: string): boolean {
  return leadWords.test(word);
}

/** The words before what is said. */
export function leadOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ lower }) => !leadWords.test(lower));
  return words.slice(0, end === -1 ? words.length : end);
}

/** A question also without its mark: a verb before its subject, or a word that asks. */
export function isAsking(core: readonly Word[]): boolean {
  const [first, second] = core;
  if (first === undefined || second === undefined) return false;
  if (
    /^(?:do|does|did|is|are|was|were|can|could|would|should|shall|will|has|have|isn't|aren't|can't|couldn't|wouldn't|shouldn't|don't|doesn't|didn't)$/.test(
      first.lower,
    )
  )
    return (
      second.tag === 'PRON' ||
      second.tag === 'DET' ||
      second.tag === 'PROPN' ||
      second.tag === 'NOUN'
    );
  return /^(?:what|why|who|where|when|how|which)(?:'s|'re)?$/.test(first.lower) && core.length > 2;
}

/** The form of a verb in "to go". */
export function isBase({ lower, lemma }: Word): boolean {
  return lower === lemma;
}

export function isPast({ tag, lower, lemma }: Word): boolean {
  if (tag === 'AUX') return /^(?:was|were|had|did)$/.test(lower);
  return tag === 'VERB' && lower !== lemma && !/(?:ing|s)$/.test(lower) && !lower.includes("'");
}
