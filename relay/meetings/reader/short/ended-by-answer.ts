import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { leadOf } from '../words/word-forms.ts';
import * as withdrawn from '../words/withdrawn-lexicon.ts';

/** What an answer ends that was asked or promised just before it. */

interface Before {
  /** What was said until then that may be a result. */
  readonly before: readonly Utterance[];
}

const lead = '^(?:(?:yes|yep|yeah|oh|sure|ok(?:ay)?|no),? )*';
/** "Done.", "It's done" */
const isDone = new RegExp(`${lead}(?:(?:it|that)(?:['’]s| is) )?(?:all |already )?done\\b`, 'i');
/** "I merged it an hour ago", "I already sent them", "I've just asked her" */
const didIt = new RegExp(
  `${lead}i(?:['’]ve)?\\b.*\\b(?:already|just|ago|yesterday|this morning|last (?:night|week|month))\\b`,
  'i',
);

/** MTG-11: what one is asked to do and has done: "Bob, please merge it." "I merged it an hour ago." A day to come makes it a promise. */
export function alreadyDone(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const asked = before.findLast(({ turn }) => turn === one.turn - 1);
  if (asked === undefined || one.place > 0 || !isOther(asked, one)) return [];
  const isAsked = asked.own['requestYou'] || asked.own['vocative'] || asked.own['imperative'];
  if (!isAsked || one.own['promisesVerb'] || one.own['will']) return [];
  const isSaidDone = isDone.test(one.text) && !asked.own['day'];
  return isSaidDone || (one.own['pastVerb'] && didIt.test(one.text)) ? [asked] : [];
}

/** "I'll write the notes." "No, I'll do that." */
export function takenAway(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const last = before.findLast(({ turn }) => turn === one.turn - 1);
  if (last === undefined || !isOther(last, one) || !last.own['promisesVerb']) return [];
  const isAgainst = one.own['leadNo'] || !one.own['leadYes'];
  const from = leadOf(one.words).length;
  return isAgainst && withdrawn.takesAway.at(one.words, from) !== undefined ? [last] : [];
}
