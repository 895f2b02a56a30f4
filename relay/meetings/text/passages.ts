import { limits } from '../../../shared/contract/limits.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { alike, isDecisive, keysOf, wordsIn } from './alike.ts';

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
