import { isOther } from '../signals/context.ts';
import { common } from '../words/content.ts';
import { anyOf } from '../words/any-of.ts';
import * as plain from '../words/plain-lexicon.ts';
import { findsRight } from '../words/finds-right.ts';
import { leadOf } from '../words/word-forms.ts';
import type { Utterance } from '../signals/signals.ts';

/** What keeps a sentence from being meant as settled now. */
export const notMeant: readonly string[] = [
  'hedge',
  'past',
  'pastDecision',
  'reported',
  'conditional',
  'joke',
  'deferral',
];
/** What keeps an answer from being a plain yes. */
const noYes = [
  'question',
  'refusal',
  'leadNo',
  'leadBut',
  'hedge',
  'deferral',
  'conditional',
  'reversal',
];
const shortAnswer = 3;
/** "Let's drop that again" says nothing that comes instead. */
const fewWords = 2;

/**
 * MTG-11: whether a sentence is a proposal, the last of its turn, which somebody else accepts in the next turn: with a plain yes,
 * and nothing against it in that turn.
 */
export function isAccepted(all: readonly Utterance[], one: Utterance): boolean {
  const { own, turn, content } = one;
  if (!isProposal(one)) return false;
  if (own['reversal'] && content.size < fewWords) return false;
  if (own['talk'] || notMeant.some((name) => own[name]) || isFollowed(all, one)) return false;
  const answer = all.slice(one.at + 1, one.at + 12).filter((next) => next.turn === turn + 1);
  const [first] = answer;
  if (first === undefined || !isOther(one, first)) return false;
  if (own['callsForObjections'] && isNobodyAgainst(first)) return true;
  if (answer.some(isAgainst)) return false;
  return isYes(first);
}

/**
 * MTG-11: whether the next one plainly says yes to a sentence of a short talk, behind which its speaker may give a reason or ask what
 * the others think.
 */
export function isTakenUp(all: readonly Utterance[], one: Utterance): boolean {
  const rest = all.slice(one.at + 1, one.at + 6).filter(({ turn }) => turn === one.turn);
  if (rest.some(isProposal)) return false;
  const answer = withoutMoreAsked(answerTo(all, one));
  const [first] = answer;
  if (first === undefined || !isOther(one, first)) return false;
  const asksAll = [one, ...rest].some(({ own }) => own['callsForObjections']);
  if (asksAll && isNobodyAgainst(first)) return true;
  if (isChoiceOfAll(one) && carriesOut(first) && !answer.some(isAgainst)) return true;
  const [yes, ...more] = answer.filter(({ own }) => !own['promisesVerb']);
  if (answer.some(isAgainst)) return false;
  return [yes, ...more].some(
    (next) =>
      next !== undefined &&
      (isYes(next) || isLongerYes(next) || saysAgain(next, one)) &&
      !isMereThanks(next),
  );
}

const agreedWithin = 8;
/** "OK, let's do that.", "Then that's how we do it." settle what was said, and are no work of their own. */
export const letsDoThat = anyOf(
  [
    String.raw`let['’]s (?:do|go with|go for|try) (?:that|it|this)(?: then)?(?: for (?:now|a while|the next \p{L}+|one \p{L}+))?`,
    String.raw`that['’]s (?:how|what) we(?:['’]ll|['’]re going to)? do(?:ing)?(?: it)?(?: then)?`,
    String.raw`we(?:['’]ll| will)? do (?:that|it that way|it like that|exactly that)(?: then)?(?: (?:before|after|first|until) .*)?`,
  ],
  {
    before: '^(?:(?:ok(?:ay)?|yes|yeah|right|good|great|fine|alright|so|then|perfect),? )*',
    after: '[.!]*$',
    flags: 'iu',
  },
);

/** "Agreed. What's a good value?": what is asked behind a yes is of how it is done. */
function withoutMoreAsked(answer: readonly Utterance[]): readonly Utterance[] {
  const [first, ...rest] = answer;
  if (first === undefined || !isYes(first)) return answer;
  return [first, ...rest.filter(({ own }) => !(own['question'] && own['wh']))];
}

/** "What do we change?" "Lower the threshold." "Would that help?" "Yes." "OK, let's do that.": the proposal nearest before it. */
export function isAgreedOn(all: readonly Utterance[], one: Utterance): boolean {
  if (one.content.size === 0 || one.own['pastVerb'] || !mayBeDone(all, one)) return false;
  const later = all.slice(one.at + 1).filter(({ turn }) => turn - one.turn <= agreedWithin);
  const end = later.findIndex((next) => letsDoThat.test(next.text) || saysThatOne(next, one));
  const said = later[end];
  const isAnswered = later.slice(0, end).some((next) => isOther(one, next));
  if (said === undefined || !(isOther(one, said) || isAnswered)) return false;
  return !later.slice(0, end).some((next) => saysNo(next) || mayBeDone(all, next));
}

/** "OK, workspace." */
function saysThatOne({ own, words, content }: Utterance, one: Utterance): boolean {
  const isSaid = own['leadOkay'] && !own['question'] && words.length <= shortAnswer + 1;
  return (
    Boolean(isSaid && one.own['firmProposal']) &&
    content.size > 0 &&
    common(content, one.content) === content.size
  );
}

function saysNo({ own }: Utterance): boolean {
  return Boolean(own['leadNo'] || own['leadBut'] || (own['refusal'] && !own['noVerb']));
}

/** What somebody proposes, tells the others to do, or answers where it was asked what to do. */
function mayBeDone(all: readonly Utterance[], { own, at, turn }: Utterance): boolean {
  if (letsDoThat.test(all[at]?.text ?? '') || own['leadBut']) return false;
  if (own['firmProposal'] || own['softProposal']) return true;
  const asked = all.slice(Math.max(0, at - 3), at).find((last) => last.turn === turn - 1);
  const isAnswer = asked?.own['wh'] && asked.own['question'] && whatToDo.test(asked.text);
  return !own['question'] && Boolean(own['imperative'] || isAnswer);
}

const whatToDo =
  /\bwhat (?:(?:do|can|shall|would|could) we (?:do|change|try|use|take|pick|improve)|should we)\b/i;

/** The next turn; where somebody asks about it and gets an answer, the one behind that: "Only for hotfixes?" "Yes." "Fine, then." */
export function answerTo(all: readonly Utterance[], one: Utterance): readonly Utterance[] {
  const next = all.slice(one.at + 1, one.at + 20);
  const turnOf = (away: number) => next.filter(({ turn }) => turn === one.turn + away);
  const [asked, told, said] = [turnOf(1), turnOf(2), turnOf(3)];
  const isAsked = asked.length === 1 && Boolean(asked[0]?.own['question']);
  const isTold = told.length > 0 && told.every((back) => !isOther(one, back) && !isAgainst(back));
  return isAsked && isTold && said.length > 0 ? said : asked;
}

function isAgainst({ own, text }: Utterance): boolean {
  return noYes.some((name) => own[name]) || wouldNot.test(text) || /^yes,? but not\b/i.test(text);
}

/** "I wouldn't." */
const wouldNot = /^i (?:wouldn['’]t|would not|don['’]t think|do not think)\b/i;

/** "OK, I'll change the config." */
function carriesOut({ own }: Utterance): boolean {
  return Boolean(own['leadYes'] && own['promisesVerb']);
}

/** "Let's use Postgres instead of Mongo": a choice. "Let's fix the login" is only work. */
function isChoiceOfAll({ own, words }: Utterance): boolean {
  const [first, ...rest] = words.slice(leadOf(words).length);
  const verb = rest[first?.lower === 'let' ? 1 : 0]?.lemma;
  return Boolean(own['let'] && own['firmProposal']) && plain.choosing.has(verb ?? '');
}

const longerAnswer = 6;

/** "I vote yes, users ask for it." */
const votesYes = /^i(?:['’]d)? (?:vote|say) yes\b/i;

/** "Yes, five is good.", "Makes sense." */
function isLongerYes({ own, words, place, text }: Utterance): boolean {
  if (place === 0 && votesYes.test(text)) return true;
  if (place !== 0 || words.length > longerAnswer) return false;
  const isYesAlone = words.length <= shortAnswer && plain.briefYes.at(words, 0) !== undefined;
  return isYesAlone || Boolean(own['leadYes']);
}

/** "Then Monday." "Monday works." */
export function saysAgain(next: Utterance, one: Utterance): boolean {
  if (next.words.length > longerAnswer || common(next.content, one.content) === 0) return false;
  return findsRight(next.words);
}

/** "OK, thanks", "Good to know". */
function isMereThanks({ words }: Utterance): boolean {
  return plain.thanks.in(words, 0, words.length) !== undefined;
}

/** "Thank you, Ann." asks her for nothing. */
export function isThanks({ words }: Utterance): boolean {
  return plain.thanks.at(words, leadOf(words).length) !== undefined;
}

/** "Let's", "we could", and a plan that all are in: "so we'll use tabs from now on". */
function isProposal({ own }: Utterance): boolean {
  if (own['firmProposal'] || own['softProposal']) return true;
  const isPlan = own['plan'] || own['explicit'];
  return Boolean(isPlan && (own['callsForObjections'] || (own['plan'] && own['exclusive'])));
}

/** "Any objections?" "No." */
function isNobodyAgainst({ own, words }: Utterance): boolean {
  return words.length <= 2 && Boolean(own['leadNo'] || own['strongYes']);
}

/** Whether its speaker goes on. */
function isFollowed(all: readonly Utterance[], { at, turn }: Utterance): boolean {
  return all[at + 1]?.turn === turn;
}

export function isYes({ own, words, content }: Utterance): boolean {
  // "Let's do it only for new packages" is no plain yes.
  if (own['firmProposal'] && own['exclusive'] && !own['leadYes'] && content.size > 0) return false;
  return Boolean(own['strongYes']) || (Boolean(own['leadYes']) && words.length <= shortAnswer);
}

const valueWithin = 4;

/** "How long do we support it? I'd say twelve months." "Six?" "Customers need a year. Twelve." "Fair enough." */
export function isValueChosen(all: readonly Utterance[], one: Utterance): boolean {
  if (!isBareValue(one) || !isTakenUp(all, one)) return false;
  return all
    .slice(Math.max(0, one.at - 12), one.at)
    .some(
      ({ own, turn }) =>
        one.turn - turn <= valueWithin && own['number'] && (own['firmProposal'] || own['question']),
    );
}

/** "Twelve." */
export function isBareValue({ own, words, content }: Utterance): boolean {
  const isNumber = words.some(({ tag, lemma }) => tag === 'NUM' && content.has(lemma));
  return isNumber && Boolean(own['noVerb'] && own['short']) && !own['question'];
}

/** Whether its speaker gives it as the reason of the value behind it. */
export function isReasonOfValue(all: readonly Utterance[], one: Utterance): boolean {
  const next = all[one.at + 1];
  return next !== undefined && next.turn === one.turn && isValueChosen(all, next);
}
