import type { Word } from './tagger.ts';

/** Where a phrase stands among the words of a sentence. */
export interface Hit {
  readonly at: number;
  /** The place after its last word. */
  readonly end: number;
  readonly text: string;
}

/**
 * A list of fixed phrases, found word by word. Of two that begin at one word the longer one is meant. Behind its first word `*` stands
 * for any word, and `*'s` for any that ends so.
 */
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
      one.every((word, offset) => isWord(words[place + offset], word)),
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

/** Whether phrases of these lists stand one behind the other from a word on. */
export function inRow(words: readonly Word[], place: number, lists: readonly Phrases[]): boolean {
  let at = place;
  for (const list of lists) {
    const hit = list.at(words, at);
    if (hit === undefined) return false;
    at = hit.end;
  }
  return true;
}

function isWord(said: Word | undefined, word: string): boolean {
  if (said === undefined) return false;
  return word.startsWith('*') ? said.lower.endsWith(word.slice(1)) : said.lower === word;
}
