import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';
import * as withdrawn from '../words/withdrawn-lexicon.ts';
import { leadOf } from '../words/word-forms.ts';
import { returns } from './plain-decisions.ts';
import { isPromise, lastOf, near, turnsBack, type Before } from './said-before.ts';

/** What something else comes instead of in a short talk, or cannot be (MTG-11). */

/** "Then we stay on Node" goes back to what was before, where somebody has objected to what was said since. */
export function replaced(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const [last] = lastOf(near(one, before), new Set());
  if (!returns(one) || last === undefined || common(last.content, one.content) > 0) return [];
  const between = all.slice(last.at + 1, one.at).filter((next) => isOther(last, next));
  const objection = between.findLastIndex(isObjection);
  const isLeft = objection === -1 || between.slice(objection).some(({ own }) => own['strongYes']);
  return isLeft ? [] : [last, ...choiceBehind(last, before)];
}

/** The decision that a piece of work carries out: "We migrate to Postgres 17." "I'll do the migration." */
function choiceBehind(work: Utterance, before: readonly Utterance[]): readonly Utterance[] {
  if (!isPromise(work)) return [];
  const stems = stemsOf(work);
  return near(work, before).filter(
    (one) => one.own['plainDecision'] && [...stemsOf(one)].some((stem) => stems.has(stem)),
  );
}

/** "migrate" and "migration" are of one stem. */
function stemsOf({ content }: Utterance): ReadonlySet<string> {
  return new Set([...content].filter((word) => word.length >= 5).map((word) => word.slice(0, 5)));
}

function isObjection({ own, words }: Utterance): boolean {
  const isHindered = withdrawn.obstacles.in(words, 0, words.length) !== undefined;
  return Boolean(own['negated'] || own['refusal'] || own['leadBut']) || isHindered;
}

/** "We ship on Thursday." "The audit isn't done by then." "OK, we don't ship on Thursday." */
export function denied(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const { own, content } = one;
  if (!own['negated'] || content.size === 0 || own['requestYou']) return [];
  return before.filter((last) => {
    const isFar = one.turn - last.turn > turnsBack && !notThis.test(one.text);
    if (last.own['negated'] || isFar) return false;
    const isConclusion = own['leadSo'] || own['leadOkay'] || own['endsThen'];
    const isOwn = !isOther(last, one) || isConclusion || isGranted(all, one);
    return isOwn && common(content, last.content) === content.size;
  });
}

/** "Then not this Saturday." */
const notThis = /^(?:(?:ok(?:ay)?|right|oh|so|then|no),? )*not (?:this|on|next|in)\b/i;

/** Whether the next one says yes to it. */
function isGranted(all: readonly Utterance[], one: Utterance): boolean {
  const next = all.slice(one.at + 1).find(({ turn }) => turn > one.turn);
  return Boolean(next?.own['leadYes'] || next?.own['strongYes']);
}

/** "Let's use Redis." "We can't, the licence changed." "Then Valkey.": what cannot be, where something comes instead. */
export function ruledOut(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const hit = withdrawn.cannotBe.at(one.words, leadOf(one.words).length);
  const next = all.slice(one.at + 1).find(({ turn }) => turn > one.turn);
  const isReplaced = next !== undefined && Boolean(next.own['leadSo'] || next.own['endsThen']);
  if (hit === undefined || !isReplaced) return [];
  const last = near(one, before);
  const named = last.filter(({ content }) => common(content, one.content) > 0);
  return named.length > 0 ? named : lastOf(last, new Set());
}
