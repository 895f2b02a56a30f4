import type { Turn } from '../../text/turn.ts';
import { isReasonOfValue, isTakenUp } from './accepted.ts';
import { isDayAgreed, isNoWork } from './not-work.ts';
import {
  isAnswerOfFacts,
  isAssentWithCondition,
  isHeldUp,
  isIfNot,
  isLeftAsMaybe,
  isOfDay,
  isOfTalk,
  isAgreedComplaint,
  isOnlyNamed,
  isOutweighed,
  isPresentState,
  isPutOff,
  isStatus,
} from './not-settled.ts';
import { isPlainDecision } from './plain-decisions.ts';
import {
  isPlainWork,
  isToldToDoThat,
  looksIntoIt,
  offersPlainly,
  takesUpWhatWasSaid,
} from './plain-work.ts';
import { isThatOne } from './settled.ts';
import { amendedBy } from '../amended/amended.ts';
import { withdrawnIn } from './plain-withdrawn.ts';
import { announcedFrom } from '../words/announced.ts';
import type { Signals } from '../signals/values.ts';
import type { Utterance } from '../signals/signals.ts';
import type { People } from '../people/people.ts';

/** So many words are spoken in a minute or two: people say what they mean, and nothing else. */
const mostWords = 300;
/** A text of few and endless words is no talk, and would be slow to read. */
const mostCharacters = 10 * mostWords;

/** Whether a talk is so short that most of its sentences matter. */
export function isShortTalk(turns: readonly Turn[]): boolean {
  const text = turns.map((turn) => turn.text).join(' ');
  return text.length <= mostCharacters && text.split(/\s+/).length <= mostWords;
}

/**
 * MTG-2: the sentences of a short talk, with what is plainly said in them. What the weights make of a sentence they have learned in
 * talks of an hour, where far fewer sentences are results.
 */
export function withPlainlySaid(all: readonly Utterance[], people: People): Utterance[] {
  const marked = all.map((one) => ({ ...one, own: { ...one.own, ...plainIn(all, one, people) } }));
  const gone = withdrawnIn(marked, people);
  const current = marked.map((one) => (gone.has(one.at) ? withOwn(one, { givenUp: 1 }) : one));
  return withAmended(current);
}

/** What a later choice comes instead of counts no more, and the later one is a decision; `amends` is the place of the first behind it. */
function withAmended(all: readonly Utterance[]): Utterance[] {
  const now = [...all];
  for (const one of all) {
    const amended = amendedBy(now, one);
    if (amended === undefined) continue;
    for (const { at, own } of amended.said)
      now[at] = withOwn(all[at] ?? one, { ...own, givenUp: 1 });
    now[one.at] = withOwn(one, { plainDecision: 1, saysAll: 1, amends: amended.first.at + 1 });
  }
  return now;
}

function withOwn(one: Utterance, more: Signals): Utterance {
  return { ...one, own: { ...one.own, ...more } };
}

/** What names its matter itself. */
function saysAll(all: readonly Utterance[], one: Utterance): boolean {
  const { content, own, words } = one;
  const isAnswer = (own['leadYes'] && !own['let']) || isPartOfAnswer(all, one);
  return content.size >= 2 && !isAnswer && announcedFrom(words) === undefined;
}

/** "Should production go to 22?" "Not before the freeze, I'd say." */
function isPartOfAnswer(all: readonly Utterance[], { words, at, turn }: Utterance): boolean {
  const asked = all[at - 1];
  const isAnswer = asked?.turn === turn - 1 && Boolean(asked.own['question']);
  return (
    isAnswer && /^(?:not|only|before|after|until|from|with|without|at)$/.test(words[0]?.lower ?? '')
  );
}

const settlesNothing = [
  isAssentWithCondition,
  isPutOff,
  isAgreedComplaint,
  isOfDay,
  isOfTalk,
  isOnlyNamed,
  isHeldUp,
  isOutweighed,
  isPresentState,
  isDayAgreed,
];

function plainIn(all: readonly Utterance[], one: Utterance, people: People): Signals {
  if (isStatus(one)) return { noDecision: 1, noWork: 1 };
  const isNone = settlesNothing.some((is) => is(one)) || isOfAnother(all, one);
  const none = { ...(isNoWork(all, one) && { noWork: 1 }), ...(isNone && { noDecision: 1 }) };
  if (none.noDecision) return none;
  if (none.noWork) return mayBeChosen(one) ? { ...none, ...decisionIn(all, one) } : none;
  if (takesUpWhatWasSaid(all, one)) return { plainWork: 1, takesUp: 1 };
  if (isToldToDoThat(all, one))
    return { plainWork: 1, ...(!saysHow.test(one.text) && { takesUp: 1 }) };
  if (offersPlainly(all, one)) return { plainWork: 1, offers: 1 };
  if (isPlainWork(all, one, people) || looksIntoIt(all, one)) return { plainWork: 1 };
  return decisionIn(all, one);
}

/** "Bob, can you fix it?" says more than "Bob, can you do it?" */
const saysHow = /\b(?:fix|start|look (?:into|at)) (?:it|that|this)\b/i;

/** What is asked, proposed or chosen may be decided, though it is nobody's work. */
function mayBeChosen(one: Utterance): boolean {
  return Boolean(one.own['question'] || one.own['firmProposal']) || isThatOne(one);
}

function decisionIn(all: readonly Utterance[], one: Utterance): Signals {
  if (!isPlainDecision(all, one)) return {};
  const isProposed = one.own['firmProposal'] || one.own['softProposal'];
  return {
    plainDecision: 1,
    ...(saysAll(all, one) && { saysAll: 1 }),
    ...(isProposed && isTakenUp(all, one) && { isTakenUp: 1 }),
  };
}

/** What only answers, or gives the reason of, what is settled in another sentence. */
function isOfAnother(all: readonly Utterance[], one: Utterance): boolean {
  if (isLeftAsMaybe(all, one)) return true;
  return isIfNot(all, one) || isReasonOfValue(all, one) || isAnswerOfFacts(all, one);
}
