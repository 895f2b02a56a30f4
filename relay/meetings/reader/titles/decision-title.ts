import { asData } from '../../../../shared/kernel/display.ts';
import { withLater } from '../amended/amended.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';
import { wordsIn } from '../words/tagger.ts';
import { capitalised, maxTitle, minTitleLength, titleOf } from './wording.ts';

/** A sentence with fewer words of its own is only understood with the one that it answers. */
const fewWords = 3;

/** A title that is understood by itself: with the sentence that it answers, where it has few words of its own. */
export function fullTitle(main: Utterance, around: readonly Utterance[]): string {
  const title = titleOf(main);
  if (main.content.size >= fewWords) return title;
  const others = [...around]
    .filter((one) => !one.own['secret'] && one.at !== main.at)
    .filter((one) => titleOf(one) !== title && saysMoreThan(one, main))
    .filter((one) => one.at < main.at || isOfIt(one, main))
    .toSorted((one, another) => another.content.size - one.content.size);
  const other = others.find((one) => common(one.content, main.content) > 0) ?? others[0];
  if (other === undefined || other.content.size === 0) return title;
  return asData(`${title} (${titleOf(other)}${other.own['question'] ? '?' : ''})`, maxTitle);
}

/** What is said later is of another matter, unless it shares a word or is a decision itself. */
function isOfIt({ content, own }: Utterance, main: Utterance): boolean {
  return Boolean(own['saysAll']) || common(content, main.content) > 0;
}

/** "Do it on Saturday" with what it points at. */
export function pointedTitle(main: Utterance, around: readonly Utterance[]): string {
  return fullTitle({ ...main, content: new Set() }, around);
}

/** "Okay, ninety then" behind "We keep logs for thirty days" is "We keep logs for ninety days". */
export function amendedTitle(
  amended: Utterance,
  main: Utterance,
  asked: readonly Utterance[],
): string {
  const text = withLater(amended, main);
  return fullTitle({ ...amended, text, words: wordsIn(text) }, asked);
}

/** "Postgres wins" says no more than "Postgres". */
function saysMoreThan(one: Utterance, main: Utterance): boolean {
  return [...one.content].some((word) => !main.content.has(word));
}

const reason = /[\s,]*\b(because|since|due to|as it(?! is[.!]?$)|as we|in order to)\b/i;
const reasonNext =
  /^(?:because|since|that way|this way|the reason|it(?:'s|’s| is)\b|otherwise|then it|reason:|rationale:|why:)/i;

/** A title in two: what, and why. */
export function withReason(
  title: string,
  next: Utterance | undefined,
): { title: string; rationale: string } {
  const found = reason.exec(title);
  if (found !== null && found.index >= minTitleLength) {
    const why = title.slice(found.index).replace(/^[\s,]+/, '');
    return { title: title.slice(0, found.index), rationale: capitalised(`${why}.`) };
  }
  const isReason =
    next !== undefined &&
    reasonNext.test(next.text) &&
    !next.own['question'] &&
    !next.own['secret'];
  return { title, rationale: isReason ? next.text : '' };
}
