import type { Word } from './tagger.ts';

const leadWords =
  /^(?:yes|yeah|yep|yup|ya|sure|okay|ok|k|'kay|right|fine|good|great|exactly|true|perfect|agreed|deal|alright|nice|no|nope|nah|hmm|hm|mm|so|then|well|and|but|um|uh|er|oh|ah|like|actually|honestly|look|listen|cool|please|also|plus|now|anyway|whatever|because|therefore|hey)$/;

/** Whether it is a word of assent or a small one, before what is said. */
export function isLeadWord(word: string): boolean {
  return leadWords.test(word);
}

/** The words before what is said: of "Okay, no deploys on Fridays" only the first. */
export function leadOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(
    ({ lower }, at) =>
      !(leadWords.test(lower) || isAllRight(words, at)) || isOfWhatIsSaid(words, at),
  );
  return words.slice(0, end === -1 ? words.length : end);
}

function isAllRight(words: readonly Word[], at: number): boolean {
  return words[at]?.lower === 'all' && words[at + 1]?.lower === 'right';
}

/** Whether a word of assent or refusal answers nobody, as in "no deploys", "no to light mode", "the OK button". */
function isOfWhatIsSaid(words: readonly Word[], at: number): boolean {
  const [word, next, after] = words.slice(at);
  if (word === undefined || next === undefined || word.after !== '') return false;
  if (ofPages.test(next.lower)) return true;
  if (word.lower === 'look') return /^(?:at|into|after|for|over)$/.test(next.lower);
  if (/^(?:no|yes)$/.test(word.lower) && next.lower === 'to') return true;
  return word.lower === 'no' && beginsNoun(next, after);
}

/** Whether what stands behind "no" is what there is none of. */
function beginsNoun(word: Word, next: Word | undefined): boolean {
  const { tag, lower } = word;
  if (answersNo.test(lower))
    return /^(?:way|need|chance|time)$/.test(lower) && next?.lower === 'to';
  // "No Ann can do that" is said to somebody.
  const isCalled = next?.tag === 'PRON' || /^(?:can|will|could)$/.test(next?.lower ?? '');
  if (lower.includes("'") || (tag === 'PROPN' && isCalled)) return false;
  // The tagger takes the nouns of "no deploys" and "no push to main" for verbs.
  const isNoun = tag === 'VERB' && (/[^s]s$/.test(lower) || next?.tag === 'ADP');
  const isDegree = lower.endsWith('ly') && next?.tag === 'ADJ';
  return isNoun || isDegree || /^(?:NOUN|PROPN|ADJ|NUM)$/.test(tag) || ofNo.test(lower);
}

/** What a word of assent may name: "the Like button", "the Right sidebar". */
const ofPages =
  /^(?:buttons?|keys?|icons?|labels?|links?|menus?|dialogs?|pages?|screens?|sidebars?|panels?|columns?|tabs?|handlers?|fields?)$/;
/** "No more retries", "no logging of passwords". */
const ofNo = /^(?:more|new|longer|other|further|such|one)$|.{3}(?<!th)ing$/;
/** With these "no" is a whole answer: "no problem", "no time". */
const answersNo =
  /^(?:way|problems?|worries|worry|idea|thanks|thank|doubt|rush|hurry|objections?|concerns?|complaints?|comments?|sorry|sure|wait|chance|need|time|capacity|bandwidth|clue|good|bad|right|true|wrong|okay|ok|fine|no|go|stick|stay|look|come|talk|think|start|works?|sounds|looks|seems|makes|depends|means)$/;

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
