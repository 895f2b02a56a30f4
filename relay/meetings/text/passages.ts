import { limits } from '../../../shared/contract/limits.ts';
import { asData } from '../../../shared/kernel/display.ts';

/** Of how many words of a sentence one may differ. */
const oneIn = 5;
/** Fewer words than these stand somewhere in every talk: they count only as a whole line. */
const leastWords = 3;
/** A transcript that says the same again and again is not searched at every place. */
const most = { places: 20_000, passages: 20 } as const;

/** MTG-7: finds the words of a transcript that a sentence repeats. */
export class Passages {
  private readonly lines: string[] = [];
  /** Of each word: its number, its line, and where it stands in that. */
  private readonly words: number[] = [];
  private readonly lineOf: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** The number of each different word, by which they are compared. */
  private readonly numbers = new Map<string, number>();
  private readonly written = new Map<string, readonly number[]>();
  private readonly decisive: boolean[] = [];
  private readonly places: number[][] = [];

  /** Takes up a line, in which a passage may stand. */
  add(line: string): void {
    for (const { 0: word, index } of wordsIn(line)) {
      for (const number of this.numbersOf(word)) {
        this.places[number]?.push(this.words.length);
        this.words.push(number);
        this.lineOf.push(this.lines.length);
        this.starts.push(index);
        this.ends.push(index + word.length);
      }
    }
    this.lines.push(line);
  }

  /** The passage of one line that says the same words, as it stands there; undefined when nobody has said them. */
  find(sentence: string): string | undefined {
    const keys = [...wordsIn(sentence)].flatMap(([word]) => this.numbersOf(word));
    const differing = Math.floor(keys.length / oneIn);
    const size = Math.ceil(keys.length / (differing + 1));
    let tried = 0;
    // Of so many pieces one stands in the passage as it is.
    for (let first = 0; first < keys.length; first += size) {
      for (const at of this.placesOf(keys.slice(first, first + size))) {
        const found = this.around(at, { keys, first, differing });
        if (found !== undefined) return found;
        tried += 1;
        if (tried === most.passages) return undefined;
      }
    }
    return undefined;
  }

  private numbersOf(word: string): readonly number[] {
    const known = this.written.get(word);
    if (known !== undefined) return known;
    const numbers = keysOf(word).map((key) => this.numberOf(key));
    this.written.set(word, numbers);
    return numbers;
  }

  private numberOf(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.places.push([]) - 1;
    this.numbers.set(key, number);
    this.decisive.push(isDecisive(key));
    return number;
  }

  /** Where these words stand one behind the other in a line. */
  private *placesOf(keys: readonly number[]): Generator<number> {
    const counts = keys.map((key) => this.places[key]?.length ?? 0);
    const rarest = counts.indexOf(Math.min(...counts));
    const known = this.places[keys[rarest] ?? -1] ?? [];
    for (const place of known.slice(0, most.places)) {
      if (this.isAt(place - rarest, keys)) yield place - rarest;
    }
  }

  private isAt(at: number, keys: readonly number[]): boolean {
    for (let step = 0; step < keys.length; step += 1) {
      if (this.words[at + step] !== keys[step]) return false;
    }
    return this.lineOf[at] === this.lineOf[at + keys.length - 1];
  }

  /** The passage around a place at which the keys from `first` on stand. */
  private around(
    at: number,
    { keys, first, differing }: { keys: readonly number[]; first: number; differing: number },
  ): string | undefined {
    const from = this.inLineOf(at, at - first - differing);
    const to = this.inLineOf(at, at - first + keys.length - 1 + differing);
    const mayDiffer = (key: number) => this.decisive[key] !== true;
    const found = alike(keys, this.words.slice(from, to + 1), { differing, mayDiffer });
    if (found === undefined) return undefined;
    const place = { from: from + found.from, to: from + found.to };
    return keys.length >= leastWords || this.isWholeLine(place) ? this.passage(place) : undefined;
  }

  /** The word nearest to a place that is still in the line of another. */
  private inLineOf(at: number, wanted: number): number {
    const step = wanted < at ? 1 : -1;
    let place = Math.min(Math.max(wanted, 0), this.words.length - 1);
    while (this.lineOf[place] !== this.lineOf[at]) place += step;
    return place;
  }

  private isWholeLine({ from, to }: { from: number; to: number }): boolean {
    const line = this.lineOf[from];
    return this.lineOf[from - 1] !== line && this.lineOf[to + 1] !== line;
  }

  private passage({ from, to }: { from: number; to: number }): string {
    const line = this.lines[this.lineOf[from] ?? -1] ?? '';
    const [start = 0, end = 0] = [this.starts[from], this.ends[to]];
    const before = /[^\s\p{L}\p{M}\p{N}]{0,5}$/u.exec(line.slice(Math.max(0, start - 5), start));
    const behind = /^[^\s\p{L}\p{M}\p{N}]{0,5}/u.exec(line.slice(end, end + 5));
    const whole = `${before?.[0] ?? ''}${line.slice(start, end)}${behind?.[0] ?? ''}`;
    return asData(whole.replace(/^["“”'‘’–—,.:;-]+|["“”'‘–—,:;-]+$/g, ''), limits.sentence);
  }
}

/** Words as numbers: two are the same word when their numbers are. */
interface Allowed {
  /** How many words may be left out, put in or replaced. */
  readonly differing: number;
  readonly mayDiffer: (word: number) => boolean;
}

/** More than any number of words that may differ. */
const never = 10_000;

/**
 * Where in `words` the wanted ones stand in their order, from the first to the last of them, with at most so many words
 * differing; undefined when they do not. It takes as many steps as both lengths multiplied.
 */
function alike(
  wanted: readonly number[],
  words: readonly number[],
  { differing, mayDiffer }: Allowed,
): { readonly from: number; readonly to: number } | undefined {
  const costOf = (word: number) => (mayDiffer(word) ? 1 : never);
  const costs = words.map(costOf);
  // For each word of the text: what it costs to have all wanted words so far end there, and where they began.
  let { cost, from } = beginnings(wanted[0], words, costs);
  for (const key of wanted.slice(1)) {
    const [nextCost, nextFrom] = [new Int32Array(words.length), new Int32Array(words.length)];
    const own = costOf(key);
    for (const [at, word] of words.entries()) {
      const replaced = word === key ? 0 : Math.max(own, costs[at] ?? never);
      const taken = (at === 0 ? never : (cost[at - 1] ?? never)) + replaced;
      const leftOut = (cost[at] ?? never) + own;
      const putIn = at === 0 ? never : (nextCost[at - 1] ?? never) + (costs[at] ?? never);
      const best = Math.min(taken, leftOut, putIn);
      nextCost[at] = Math.min(best, never);
      nextFrom[at] =
        (best === leftOut ? from[at] : (best === taken ? from : nextFrom)[at - 1]) ?? 0;
    }
    [cost, from] = [nextCost, nextFrom];
  }
  const last = wanted.at(-1);
  const ends = [...words.keys()].filter(
    (at) => words[at] === last && (cost[at] ?? never) <= differing,
  );
  const [to] = ends.toSorted((one, other) => (cost[one] ?? 0) - (cost[other] ?? 0));
  return to === undefined ? undefined : { from: from[to] ?? to, to };
}

/** The same of the first wanted word alone. */
function beginnings(first: number | undefined, words: readonly number[], costs: readonly number[]) {
  const [cost, from] = [new Int32Array(words.length).fill(never), new Int32Array(words.length)];
  for (const [at, word] of words.entries()) {
    const putIn = (cost[at - 1] ?? never) + (costs[at] ?? never);
    cost[at] = word === first ? 0 : Math.min(putIn, never);
    from[at] = word === first ? at : (from[at - 1] ?? 0);
  }
  return { cost, from };
}

const alone = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`;
/** Scripts without spaces are compared letter by letter. */
const wordPattern = new RegExp(
  `[${alone}]|[[\\p{L}\\p{M}\\p{N}]--[${alone}]]+(?:['’][\\p{L}\\p{M}]+)*`,
  'gv',
);

const behind = { ll: 'will', re: 'are', ve: 'have', m: 'am' } as const;
const contracted = /^(.+)'(ll|re|ve|m)$/;
const denied =
  /^(do|does|did|is|are|was|were|could|would|should|must|has|have|had|need|wo|ca|can)n'?t$/;
const stems: Readonly<Record<string, string>> = { wo: 'will', ca: 'can' };

/** The words of a text, without its marks. */
function wordsIn(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(wordPattern);
}

/** What a word is compared by: in small letters, and "don't" as "do" and "not", for whoever quotes may write either. */
function keysOf(word: string): readonly string[] {
  const plain = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (plain === 'cannot') return ['can', 'not'];
  const stem = denied.exec(plain)?.[1];
  if (stem !== undefined) return [stems[stem] ?? stem, 'not'];
  const [, before, short] = contracted.exec(plain) ?? [];
  if (before !== undefined) return [before, behind[short as keyof typeof behind]];
  return [plain.replaceAll("'", '')];
}

const decisive =
  /\d|^(?:not?|never|none|nobody|nothing|neither|nor|without|unless|except|nicht|kein\w{0,2}|pas|jamais|nunca|niet|geen)$/;

/** Whether a word says the opposite, or an amount: it is never one that may differ. */
function isDecisive(key: string): boolean {
  return decisive.test(key);
}
