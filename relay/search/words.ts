import { stemmer } from 'stemmer';

/** Words that do not say what a text is about. */
const stopWords = new Set(
  `a about above after again against all also always am an and any anybody anyone anything are aren as at be because been
  before being below between both but by can cannot could couldn did didn do does doesn doing don done down during each
  either else ever every everybody everyone everything few for from further get gets getting go goes going got had hadn
  has hasn have haven having he her here hers him his how i if in instead into is isn it its itself just let ll lot made
  make makes making many may maybe me might more most much must my need needs neither never no nobody none nor not nothing
  now of off often on once one only onto or other others our ours out over own per please rather re s same shall she
  should shouldn since so some somebody someone something still such t than that the their theirs them then there these
  they thing things this those through to too toward towards under until up upon us use used uses using ve very via was
  wasn we were weren what when where whether which while who whom whose why will with within without won would wouldn yes
  yet you your yours`.split(/\s+/),
);

const maxQueryLength = 2_000;
const maxWordLength = 64;
const maxWords = 12;
const wordPattern = /[\p{L}\p{N}]+/gu;
const wordUnit = /^[\p{L}\p{N}]$/u;
const ascii = /^[\0-\x7f]*$/;
const isAsciiWord = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[a-z\d]/i.test(String.fromCharCode(unit)) ? 1 : 0,
);
/** A stem differs from the beginning of its words in so many letters at most (`hopeful`, `hoping`: hope). */
const maxChangedEnd = 1;
/** A text in which so many words begin alike and none is the one has it nowhere, for all that matters. */
const maxLookedAt = 200;
/** What follows in a text is not searched. */
export const maxIndexedText = 50_000;
/** Scripts written without spaces; their runs are indexed as pairs of characters. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}$/u;

/**
 * The words of a text in lower case without accents. An identifier counts as a whole and by its parts: `refreshToken` gives
 * `refreshtoken`, `refresh`, `token`.
 */
export function wordsOf(text: string): string[] {
  return (plainOf(text).match(wordPattern) ?? []).flatMap(formsOf);
}

/** Those of the words (of `questionWords`) that a text has in any form, as the index would find them. */
export function wordsIn(text: string, words: readonly string[]): ReadonlySet<string> {
  const plain = plainOf(text.slice(0, maxIndexedText));
  const lower = plain.toLowerCase();
  return new Set(words.filter((word) => hasWord({ plain, lower }, word)));
}

/** By stems of Porter, which SQLite's own tokenizer makes too. Looks only where the beginning of the stem stands: texts are long. */
function hasWord({ plain, lower }: { plain: string; lower: string }, word: string): boolean {
  const stem = stemmer(word);
  const beginning = stem.slice(0, stem.length < 3 ? stem.length : stem.length - maxChangedEnd);
  // Where lower case has another length, places differ.
  if (lower.length !== plain.length) return wordsOf(plain).some((one) => stemmer(one) === stem);
  let at = lower.indexOf(beginning);
  for (let looked = 0; at >= 0 && looked < maxLookedAt; looked += 1) {
    const [start, end] = runAround(plain, at);
    if (formsOf(plain.slice(start, end)).some((one) => stemmer(one) === stem)) return true;
    at = lower.indexOf(beginning, Math.max(end, at + 1));
  }
  return false;
}

function runAround(text: string, at: number): [start: number, end: number] {
  let [start, end] = [at, at];
  while (start > 0 && isWordUnit(text.charCodeAt(start - 1), text, start - 1)) start -= 1;
  while (end < text.length && isWordUnit(text.charCodeAt(end), text, end)) end += 1;
  return [start, end];
}

/** Whether the unit at a place belongs to a word. */
function isWordUnit(unit: number, text: string, at: number): boolean {
  if (unit < 128) return isAsciiWord[unit] === 1;
  if (unit < 0xd800 || unit > 0xdfff) return wordUnit.test(text.charAt(at));
  const start = unit >= 0xdc00 ? at - 1 : at;
  return wordUnit.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
}

/** Without accents, and with one form of letters that have several. */
function plainOf(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/**
 * What to look for: at most 12 different words of the question, without stop words. Of a question with more words the longest
 * are taken, since long words are rarer: they narrow the search more and have shorter lists.
 */
export function questionWords(question: string): string[] {
  const words = new Set(wordsOf(question.slice(0, maxQueryLength)));
  const telling = [...words].filter((word) => !isStopWord(word));
  // A question about C, D or R has no other word.
  const looked = telling.length > 0 ? telling : [...words].filter((word) => !stopWords.has(word));
  return looked.toSorted((a, b) => b.length - a.length).slice(0, maxWords);
}

/** Whether a word (in lower case) is too general to be looked for. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word) || (word.length === 1 && /[a-z]/.test(word));
}

function formsOf(word: string): string[] {
  const whole = word.toLowerCase();
  if (whole.length > maxWordLength) return [whole.slice(0, maxWordLength)];
  if (unspaced.test(whole)) return pairsOf(whole);
  const parts = word
    .split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .map((part) => part.toLowerCase());
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
