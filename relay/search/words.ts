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

/** Looks only at the places where the beginning of the stem stands, since texts are long. */
function hasWord({ plain, lower }: { plain: string; lower: string }, word: string): boolean {
  const stem = porterStem(word);
  const beginning = stem.slice(0, stem.length < 3 ? stem.length : stem.length - maxChangedEnd);
  // Where lower case has another length, places differ.
  if (lower.length !== plain.length) return wordsOf(plain).some((one) => porterStem(one) === stem);
  let at = lower.indexOf(beginning);
  for (let looked = 0; at >= 0 && looked < maxLookedAt; looked += 1) {
    const [start, end] = runAround(plain, at);
    if (formsOf(plain.slice(start, end)).some((one) => porterStem(one) === stem)) return true;
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

/** The stem of a word in lower case by the algorithm of Porter, as SQLite's own tokenizer makes it. */
export function porterStem(word: string): string {
  if (word.length < 3 || word.length > maxStemmed) return word;
  let stem = withoutPlural(word);
  stem = withoutPast(stem);
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(stem, longSuffixes);
  stem = replaced(stem, shortSuffixes);
  stem = withoutLast(stem);
  return withoutE(stem);
}

const maxStemmed = 64;
type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

const longSuffixes: Suffixes = suffixesOf(
  'ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
);
const shortSuffixes: Suffixes = suffixesOf('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const lastSuffixes =
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'.split(' ');

function suffixesOf(list: string): Suffixes {
  return list.split(' ').map((pair) => pair.split(':') as [string, string]);
}

function withoutPlural(word: string): string {
  if (/.sses$|.ies$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (/.eed$/.test(word)) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one));
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  if (!hasVowel(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** The longest suffix decides, also when what is left is too short to lose it. */
function replaced(word: string, suffixes: Suffixes): string {
  const found = longestOf(
    word,
    suffixes.map(([suffix]) => suffix),
  );
  if (found === undefined) return word;
  const stem = word.slice(0, -found.length);
  const replacement = suffixes.find(([suffix]) => suffix === found)?.[1] ?? '';
  return measure(stem) > 0 ? stem + replacement : word;
}

function withoutLast(word: string): string {
  const found = longestOf(word, lastSuffixes);
  if (found === undefined) return word;
  const stem = word.slice(0, -found.length);
  if (measure(stem) < 2 || (found === 'ion' && !/[st]$/.test(stem))) return word;
  return stem;
}

function withoutE(word: string): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e')) {
    const count = measure(stem);
    return count > 1 || (count === 1 && !endsShort(stem)) ? stem : word;
  }
  return word.endsWith('ll') && measure(stem) > 1 ? stem : word;
}

function longestOf(word: string, suffixes: readonly string[]): string | undefined {
  return suffixes
    .filter((suffix) => word.endsWith(suffix) && word.length > suffix.length)
    .reduce<string | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined);
}

/** How often consonants follow vowels. */
function measure(stem: string): number {
  let count = 0;
  for (let at = 1; at < stem.length; at += 1)
    if (isVowel(stem, at - 1) && !isVowel(stem, at)) count += 1;
  return count;
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at += 1) if (isVowel(stem, at)) return true;
  return false;
}

function isVowel(word: string, at: number): boolean {
  const letter = word.charAt(at);
  if (letter === 'y') return at > 0 && !isVowel(word, at - 1);
  return 'aeiou'.includes(letter);
}

/** Ends with consonant, vowel, consonant, the last of which is none of w, x and y. */
function endsShort(stem: string): boolean {
  const last = stem.length - 1;
  if (last < 2 || /[wxy]$/.test(stem)) return false;
  return !isVowel(stem, last) && isVowel(stem, last - 1) && !isVowel(stem, last - 2);
}
