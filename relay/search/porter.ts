/** The stem of a word in lower case by the algorithm of Porter, as SQLite's own tokenizer makes it. */
export function porterStem(word: string): string {
  if (word.length < 3 || word.length > maxLength) return word;
  let stem = withoutPlural(word);
  stem = withoutPast(stem);
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(stem, longSuffixes);
  stem = replaced(stem, shortSuffixes);
  stem = withoutLast(stem);
  return withoutE(stem);
}

const maxLength = 64;
type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

const longSuffixes: Suffixes = pairsOf(
  'ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
);
const shortSuffixes: Suffixes = pairsOf('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const lastSuffixes =
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'.split(' ');

function pairsOf(list: string): Suffixes {
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
