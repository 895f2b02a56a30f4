import { asData } from '../../../../shared/kernel/display.ts';
import type { Turn } from '../../text/turn.ts';
import { startsClause } from './lexicon.ts';
import { wordsIn, type Word } from './tagger.ts';

/** A sentence as it was said. */
export interface Sentence {
  readonly speaker: string;
  /** The place of its turn in the transcript. */
  readonly turn: number;
  /** The place in its turn. */
  readonly place: number;
  /** The place of its line in its turn. */
  readonly line: number;
  readonly isLast: boolean;
  /** Its turn is an item of a list. */
  readonly isListed: boolean;
  /** One line. */
  readonly text: string;
  readonly words: readonly Word[];
}

const maxLength = 1_000;
/** A full stop ends a sentence only when a space follows, so the one in `src/auth.ts` does not; nor does that of `1. Use Redis` or of `S. Roth`. */
const ends =
  /(?<=[.!?…][)"'”’*_]{0,3})(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|dr|mr|mrs|ms|hr|fr|prof|no|st)\.)(?<!^\d{1,2}\.)(?<!(?:^|[.?!] |[-*•] |\d[.)] |, |\b(?:and|by|to|with|for|from) )\p{Lu}\.)\s+(?=\S)/iu;
/** More words than this without a mark were written by a machine. */
const maxUnmarked = 30;

/** The sentences of one turn, one after the other, since a turn may be the whole transcript. */
export function* sentencesOf(
  { speaker, text, isListed = false }: Turn,
  turn: number,
): Generator<Sentence> {
  const texts = linesOf(text).flatMap((one, line) => textsOf(one).map((said) => ({ said, line })));
  let place = 0;
  for (const [at, { said: one, line }] of texts.entries()) {
    const parts = spoken(asData(one, maxLength));
    for (const [part, { text: said, words }] of parts.entries()) {
      const isLast = at === texts.length - 1 && part === parts.length - 1;
      yield { speaker, turn, place, line, isLast, isListed, text: said, words };
      place += 1;
    }
  }
}

/** What is said in one line, where it has letters, figures or a sign of assent. */
function textsOf(line: string): string[] {
  return line
    .split(ends)
    .flatMap(pieces)
    .filter((one) => /[\p{L}\p{N}👍✅]/u.test(one));
}

/** Speech without marks may be one line for an hour. */
function pieces(text: string): string[] {
  return text.length <= maxLength ? [text] : (text.match(/\S[^]{0,600}(?=\s|$)|\S{1,600}/g) ?? []);
}

/** Lines that are wrapped belong together; items of lists do not. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const last = line.startsWith('\v') ? undefined : lines.at(-1);
    const goesOn = last !== undefined && !/[.!?:;…]["”')]?$/.test(last) && /^\p{Ll}/u.test(line);
    if (goesOn) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line.trimStart());
  }
  return lines;
}

/** Cuts what speech recognition wrote without marks where a new clause begins. */
function spoken(text: string): { text: string; words: Word[] }[] {
  const words = wordsIn(text);
  if (words.length <= maxUnmarked || words.some(({ after }) => /[,.;?!]/.test(after)))
    return [{ text, words }];
  const cuts = [0];
  for (let at = 4; at < words.length - 3; at += 1) {
    const isFar = at - (cuts.at(-1) ?? 0) >= 8;
    if (isFar && startsClause.at(words, at) !== undefined) cuts.push(at);
  }
  return cuts.map((from, place) => {
    const to = cuts[place + 1] ?? words.length;
    const part = text.slice(words[from]?.start, words[to - 1]?.end);
    return { text: part, words: wordsIn(part) };
  });
}
