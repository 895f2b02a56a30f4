import { isAskedOfAll, isToldYou, orders } from './told-plainly.ts';
import { isThanks, isYes, notMeant } from './accepted.ts';
import { firstAnswer, isDeclined, isOfOthers } from './not-work.ts';
import { takesOnPlainly } from '../owners/taking-on.ts';
import type { Utterance } from '../signals/signals.ts';
import * as lexicon from '../words/lexicon.ts';
import * as plain from '../words/plain-lexicon.ts';
import * as work from '../words/work-lexicon.ts';
import type { Named, People } from '../people/people.ts';
import { isOnlyOfDays } from '../titles/work-title.ts';
import { leadOf } from '../words/word-forms.ts';
import type { Word } from '../words/tagger.ts';

/**
 * MTG-11: whether a sentence of a short talk plainly says who does something: "I will fix the bug", "Bob will write the docs", "Bob,
 * please update the changelog"; or takes on what was said before: "I'm on it".
 */
export function isPlainWork(all: readonly Utterance[], one: Utterance, people: People): boolean {
  const { own } = one;
  if (isOfOthers(one)) return false;
  if (isAskedOfAll(all, one)) return true;
  if ((own['talk'] && !own['day'] && !worksOn(one)) || isNotMeant(one)) return false;
  if (isDeclined(all, one) || isOnlyDay(one)) return false;
  if (work.owes.test(one.text)) return true;
  if (own['question']) return asksByName(one, people) || isToldYou(all, one);
  return (
    isToldYou(all, one) ||
    isPresent(all, one) ||
    (delivers.test(one.text) && !isAnswerToRequest(all, one)) ||
    promises(one) ||
    orders(one, people) ||
    says(one, people) ||
    asksByName(one, people) ||
    isTakenOn(all, one)
  );
}

/** "Before the weekend, please": the day of what was asked for. */
function isOnlyDay({ own, content }: Utterance): boolean {
  return Boolean(own['noVerb'] && own['day']) && isOnlyOfDays(content);
}

/** "I'll run the benchmarks" is work, and "I'll run my screen" is not. */
function worksOn({ words }: Utterance): boolean {
  const hit = work.commitment.in(words, 0, words.length);
  const isOfCall = words.some(({ lower }) => work.ofTheCall.has(lower));
  return hit !== undefined && !isOfCall && work.worksOn.has(words[hit.end]?.lemma ?? '');
}

/** "Check whether we may keep them" names no condition. */
function isNotMeant({ own, text }: Utterance): boolean {
  const isOfObject = / whether /i.test(text);
  const isMeant = (name: string) =>
    (isOfObject && /^(?:conditional|hedge)$/.test(name)) || (name === 'joke' && isSmile);
  const isSmile = own['promise'] && smile.test(text);
  return notMeant.some((name) => own[name] && !isMeant(name));
}

/** "I'll tell the community, don't want another thread lol" */
const smile = /\s(?:lol|haha|:\)|;\)|😅|🙂)[.!]*$/u;

/** "I will fix the bug", "I'll refactor the parser", "I can write the docs", "let me lock it down". */
function promises({ words, content, own }: Utterance): boolean {
  const core = words.slice(leadOf(words).length);
  const from = core.findIndex(
    (_, at) => (at <= 3 || isNewClause(core, at)) && work.commitment.at(core, at) !== undefined,
  );
  const hit = from === -1 ? undefined : work.commitment.at(core, from);
  if (hit === undefined || (own['pastVerb'] && !own['will'])) return false;
  return (content.size > 0 || isDoneToThem(core, hit.end)) && isDone(core, hit.end);
}

/** "The button is broken on iPads, I'll grab that one." */
function isNewClause(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.after === ',' && /^i['’]ll$/.test(words[at]?.lower ?? '');
}

/** "I'll call them today." */
function isDoneToThem(words: readonly Word[], verb: number): boolean {
  const isPerson = /^(?:them|him|her)$/.test(words[verb + 1]?.lower ?? '');
  return isPerson && work.handiwork.has(words[verb]?.lemma ?? '');
}

/** Whether a verb of work stands at a place, behind small words. */
function isDone(words: readonly Word[], from: number): boolean {
  const at = words.findIndex(
    ({ tag, lower }, place) => place >= from && tag !== 'ADV' && lower !== 'please',
  );
  const verb = words[at];
  if (
    verb === undefined ||
    (verb.tag === 'AUX' && !isDoing(words, at)) ||
    /^(?:not|never|be)$/.test(verb.lower)
  )
    return false;
  const next = words[at + 1]?.lower;
  if (verb.lemma === 'see' && next === 'to') return true;
  if (verb.lemma === 'let') return words.slice(at).some(({ lower }) => lower === 'know');
  if (lexicon.mindVerbs.has(verb.lemma) || work.notDone.has(verb.lemma)) return false;
  if (work.worksOn.has(verb.lemma)) return !words.some(({ lower }) => work.ofTheCall.has(lower));
  return work.handiwork.has(verb.lemma) || lexicon.talkVerbs.at(words, at) === undefined;
}

/** "I can do payments", and not "I can do that" or "I do think". */
function isDoing(words: readonly Word[], at: number): boolean {
  return words[at]?.lower === 'do' && /^(?:NOUN|PROPN|DET|ADJ)$/.test(words[at + 1]?.tag ?? '');
}

/** "Shall I write the release notes?" "Yes, please do."; "The docs are mine." */
export function offersPlainly(all: readonly Utterance[], one: Utterance): boolean {
  if (work.isMine.test(one.text)) return true;
  const from = one.own['question'] ? work.shallI.in(one.words, 0, one.words.length)?.at : undefined;
  const [first, second, third] = one.words.slice(from ?? leadOf(one.words).length);
  const isOffer = /^(?:shall|should|can)$/.test(first?.lower ?? '') && second?.lower === 'i';
  const isWould = first?.lower === "i'd";
  const verb = isWould ? second : third;
  const answer = firstAnswer(all, one);
  if (!work.handiwork.has(verb?.lemma ?? '') || answer === undefined) return false;
  const isProposed = isWould || (first?.lower === 'i' && second?.lower === 'could');
  const isWelcome = welcomes.test(answer.text);
  return (isOffer && Boolean(answer.own['leadYes'])) || ((isOffer || isProposed) && isWelcome);
}

/** "I could take the frontend." "That would be great." */
const welcomes =
  /^(?:\p{L}+, )?(?:(?:that|it)(?: would|['’]d) (?:be (?:great|good|nice|perfect|lovely|helpful)|help)|please do|yes,? please|do that|go ahead)\b/iu;

/** "Alright, then I have results Friday next week." */
const delivers =
  /^(?:(?:alright|ok(?:ay)?|so|then|yes|good),? )*(?:i(?:['’]ll| will)? have|you(?:['’]ll)? have|you(?:['’]ll)? get) (?:the |a |my |it|them|results?|numbers?|draft)[^?]*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|next week|end of)\b/iu;

/** "Can you write the guide?" "OK. I'll have a draft by Friday." */
function isAnswerToRequest(all: readonly Utterance[], one: Utterance): boolean {
  return all
    .slice(Math.max(0, one.at - 6), one.at)
    .some(
      ({ turn, own, at }) =>
        (turn === one.turn - 1 &&
          (own['vocative'] || (own['requestYou'] && (own['question'] || own['please'])))) ||
        (turn === one.turn && at < one.at && own['promisesVerb']),
    );
}

/** "I make the ticket." */
function isPresent(all: readonly Utterance[], { words, content, at, turn }: Utterance): boolean {
  const last = all[at - 1];
  // "I do it. I call the shop." is one thing.
  if (
    last?.turn === turn &&
    /\bi(?:['’]ll| will)? (?:do|take|handle) (?:it|that)\b/i.test(last.text)
  )
    return false;
  const lead = leadOf(words).length;
  const [first, verb] = words.slice(lead);
  if (plain.motions.at(words, lead) !== undefined) return false;
  return first?.lower === 'i' && content.size > 0 && work.handiwork.has(verb?.lower ?? '');
}

/** "Bob will write the docs", "Bob to update the README", "Bob takes the runbook". */
function says({ words, content, speaker, own }: Utterance, people: People): boolean {
  const lead = leadOf(words).length;
  const named = people.in(words).find(({ at }) => at >= lead && at <= lead + 2);
  if (named === undefined || content.size === 0 || (own['pastVerb'] && !own['will'])) return false;
  if (speaker !== '' && people.shown(speaker) === named.name) return false;
  const end = lastOf(people.in(words), named, words);
  const hit = work.duty.at(words, end);
  if (hit !== undefined) return isDone(words, hit.end);
  return work.isHandiwork(words[end]);
}

/** Behind all who are named together: "Ann and Bob will". */
function lastOf(named: readonly Named[], first: Named, words: readonly Word[]): number {
  const next = named.find(({ at }) => at === first.end + 1 && words[first.end]?.lower === 'and');
  return (next ?? first).end;
}

/** "Bob, please update the changelog", "Could you review it, Bob?" */
function asksByName({ words, own, content }: Utterance, people: People): boolean {
  const isCalled = own['vocative'] || (own['requestYou'] && people.in(words).length > 0);
  const hit = work.asksTo.in(words, 0, words.length);
  if (!isCalled || hit === undefined || content.size === 0) return false;
  return isDone(words, hit.end) && lexicon.talkRequests.at(words, hit.end) === undefined;
}

/** What somebody is asked for, and takes on in the next turn: "Also, Ursula, when you have time, clean up." "Okay." */
function isTakenOn(all: readonly Utterance[], one: Utterance, { isNamed = true } = {}): boolean {
  const { own, content } = one;
  const isOwner = work.ownsIt.in(one.words, 0, 3) !== undefined;
  const isAsked = own['vocative'] || own['requestYou'] || isOwner;
  const answer = firstAnswer(all, one);
  if (!isAsked || answer === undefined || (isNamed && content.size === 0)) return false;
  if (own['pastVerb'] || isThanks(one)) return false;
  const isYesToThem =
    isYes(answer) || [plain.briefYes, work.mereYes].some((one) => one.at(answer.words, 0));
  const isToldPlainly = Boolean(own['vocative'] || (own['please'] && own['requestYou']));
  if (yesIf.test(answer.text) && own['question']) return true;
  return takesOnPlainly(answer) || (isToldPlainly && isYesToThem);
}

/** "Can you take it?" "If I can drop the chart, yes." */
const yesIf =
  /^if (?:i|we|you|somebody|someone)\b[^,]*,? (?:then )?(?:yes|sure|ok(?:ay)?|i can|gladly|no problem)[.!]*$/i;

/** "We should rename it." "OK." "Great, Bob, please do it." */
export function isToldToDoThat(all: readonly Utterance[], one: Utterance): boolean {
  const { own, words, at, turn } = one;
  const isSomething = all
    .slice(Math.max(0, at - 5), at)
    .some((last) => turn - last.turn <= 3 && last.content.size > 0);
  if (!isSomething || !own['namesOther'] || isDeclined(all, one)) return false;
  if (own['question'] && !isTakenOn(all, one, { isNamed: false })) return false;
  const hit = work.asksTo.in(words, 0, words.length) ?? work.youWill.in(words, 0, words.length);
  // "Rui, could you?"
  return (
    hit !== undefined &&
    ((hit.end === words.length && one.content.size === 0) ||
      work.doThat.at(words, hit.end) !== undefined)
  );
}

/** "I'll write that paragraph" says what is written. */
function namesThat({ words }: Utterance): boolean {
  const that = words.findIndex(({ lower }) => /^(?:that|this)$/.test(lower));
  return that !== -1 && words[that]?.after === '' && words[that + 1]?.tag === 'NOUN';
}

/** "We need a rollback script." "I'm on it." */
export function takesUpWhatWasSaid(all: readonly Utterance[], one: Utterance): boolean {
  if (one.own['negated'] || one.own['question'] || namesThat(one)) return false;
  return isBehindSomething(all, one) && work.takesUp.test(one.text);
}

/** "The search is slow." "I'll look into it." */
export function looksIntoIt(all: readonly Utterance[], one: Utterance): boolean {
  if (one.own['question'] || isNotMeant(one)) return false;
  return isBehindSomething(all, one) && work.looksInto.test(one.text);
}

function isBehindSomething(all: readonly Utterance[], one: Utterance): boolean {
  const before = all.slice(Math.max(0, one.at - 4), one.at);
  return before.some(({ turn, content }) => one.turn - turn <= 2 && content.size > 0);
}
