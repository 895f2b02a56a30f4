import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Word } from '../words/tagger.ts';
import * as work from '../words/work-lexicon.ts';
import { leadOf } from '../words/word-forms.ts';
import { firstAnswer } from './not-work.ts';

/** What somebody is plainly told to do in a short talk, or all are asked for (MTG-11). */

/** "Did anyone call the bank?" "No, I'll do it today." */
export function isAskedOfAll(all: readonly Utterance[], one: Utterance): boolean {
  if (!one.own['question'] || one.content.size === 0) return false;
  if (work.asksAnyone.in(one.words, 0, 4) === undefined) return false;
  const answer = firstAnswer(all, one);
  return answer !== undefined && !answer.own['question'] && doesIt.test(answer.text);
}

const doesIt = /\bi(?:['’]ll| will| can) (?:do|take|handle|call|fix|make) (?:it|that|this|them)\b/i;

/** "I'll add the index, you write the postmortem?" "Yep." */
export function isToldYou(all: readonly Utterance[], one: Utterance): boolean {
  const lead = leadOf(one.words).length;
  const you = one.words.findIndex(({ lower }, at) => at <= lead + 1 && isYou.test(lower));
  const from = one.own['vocative'] && you !== -1 ? you : lead;
  const [first, verb, next] = one.words.slice(from);
  const answer = firstAnswer(all, one);
  const { own } = one;
  // "You look tired" tells nobody to do anything.
  const isLook = verb?.lower === 'look' && !/^(?:at|into|after|up)$/.test(next?.lower ?? '');
  const isTold =
    (first?.lower === 'you' && work.handiwork.has(verb?.lower ?? '') && !isLook) ||
    (isYou.test(first?.lower ?? '') && isDoingNow(verb) && Boolean(own['question']));
  return (
    isTold && (answer === undefined || Boolean(answer.own['leadYes'] || answer.own['strongYes']))
  );
}

/** "So, Bob, you're taking the release notes?" */
function isDoingNow(verb: Word | undefined): boolean {
  return verb?.lower.endsWith('ing') === true && doesNow.has(verb.lemma);
}

const isYou = /^you(?:['’]re)?$/;
const doesNow = new Set([...work.handiwork, 'own', 'do']);

/** "Bob, fix the login.", "@bob fix the login". */
export function orders({ words, content }: Utterance, people: People): boolean {
  const lead = leadOf(words).length;
  const named = people.in(words).find(({ at }) => at === lead);
  const verb = words[named?.end ?? words.length];
  if (named === undefined || verb === undefined || content.size < 2) return false;
  const isCalled = words[named.end - 1]?.after === ',' || words[lead]?.text.startsWith('@');
  return Boolean(isCalled) && verb.lower === verb.lemma && work.handiwork.has(verb.lemma);
}
