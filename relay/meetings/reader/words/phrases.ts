import type { Word } from './tagger.ts';

/** Where a phrase stands among the words of a sentence. */
export interface Hit {
  readonly at: number;
  /** The place after its last word. */
  readonly end: number;
  readonly text: string;
}

/** A list of fixed phrases, found word by word. Of two that begin at one word the longer one is meant. */
export class Phrases {
  private readonly byFirst = new Map<string, string[][]>();

  constructor(list: string) {
    for (const phrase of list.split(/[|\n]/).map((one) => one.trim())) {
      const words = phrase.split(' ');
      const [first = ''] = words;
      if (first === '') continue;
      const others = this.byFirst.get(first) ?? [];
      this.byFirst.set(
        first,
        [...others, words].toSorted((a, b) => b.length - a.length),
      );
    }
  }

  /** The phrase that begins at a word. */
  at(words: readonly Word[], place: number): Hit | undefined {
    const candidates = this.byFirst.get(words[place]?.lower ?? '');
    const found = candidates?.find((one) =>
      one.every((word, offset) => words[place + offset]?.lower === word),
    );
    return found && { at: place, end: place + found.length, text: found.join(' ') };
  }

  /** The first phrase within a stretch of words. */
  in(words: readonly Word[], from: number, to: number): Hit | undefined {
    for (let place = from; place < to; place += 1) {
      const hit = this.at(words, place);
      if (hit !== undefined && hit.end <= to) return hit;
    }
    return undefined;
  }
}
