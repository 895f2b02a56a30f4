import { isThanks, isYes, notMeant } from './accepted.ts';
import { takesOnPlainly } from './owners/taking-on.ts';
import { isOther } from './signals/context.ts';
import type { Utterance } from './signals/signals.ts';
import * as lexicon from './words/lexicon.ts';
import * as plain from './words/plain-lexicon.ts';
import type { Named, People } from './words/people.ts';
import { leadOf } from './words/word-forms.ts';
import type { Word } from './words/tagger.ts';

/**
 * MTG-11: whether a sentence of a short talk plainly says who does something: "I will fix the bug", "Bob will write the docs", "Bob,
 * please update the changelog"; or takes on what was said before: "I'm on it".
 */
export function isPlainWork(all: readonly Utterance[], one: Utterance, people: People): boolean {
  const { own } = one;
  if ((own['talk'] && !own['day']) || notMeant.some((name) => own[name])) return false;
  if (isDeclined(all, one)) return false;
  if (own['question']) return asksByName(one, people);
  return promises(one) || says(one, people) || asksByName(one, people) || isTakenOn(all, one);
}

/** "I can't this week, sorry.", "I'm on vacation next week." */
export function isRefusedWork({ own, words }: Utterance): boolean {
  if (plain.away.in(words, 0, words.length) !== undefined) return true;
  return (
    Boolean(own['subjectI'] && own['refusal']) &&
    plain.cannot.in(words, 0, words.length) !== undefined
  );
}

/** "I will fix the bug", "I'll refactor the parser", "I can write the docs", "let me lock it down". */
function promises({ words, content, own }: Utterance): boolean {
  const core = words.slice(leadOf(words).length);
  const from = core.findIndex((_, at) => at <= 3 && plain.commitment.at(core, at) !== undefined);
  const hit = from === -1 ? undefined : plain.commitment.at(core, from);
  if (hit === undefined || (own['pastVerb'] && !own['will'])) return false;
  return content.size > 0 && isDone(core, hit.end);
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
  if (lexicon.mindVerbs.has(verb.lemma) || plain.notDone.has(verb.lemma)) return false;
  return plain.handiwork.has(verb.lemma) || lexicon.talkVerbs.at(words, at) === undefined;
}

/** "I can do payments", and not "I can do that" or "I do think". */
function isDoing(words: readonly Word[], at: number): boolean {
  return words[at]?.lower === 'do' && /^(?:NOUN|PROPN|DET|ADJ)$/.test(words[at + 1]?.tag ?? '');
}

/** "Bob will write the docs", "Bob to update the README", "Bob takes the runbook". */
function says({ words, content, speaker, own }: Utterance, people: People): boolean {
  const lead = leadOf(words).length;
  const named = people.in(words).find(({ at }) => at >= lead && at <= lead + 2);
  if (named === undefined || content.size === 0 || (own['pastVerb'] && !own['will'])) return false;
  if (speaker !== '' && people.shown(speaker) === named.name) return false;
  const end = lastOf(people.in(words), named, words);
  const hit = plain.duty.at(words, end);
  if (hit !== undefined) return isDone(words, hit.end);
  return plain.isHandiwork(words[end]);
}

/** Behind all who are named together: "Ann and Bob will". */
function lastOf(named: readonly Named[], first: Named, words: readonly Word[]): number {
  const next = named.find(({ at }) => at === first.end + 1 && words[first.end]?.lower === 'and');
  return (next ?? first).end;
}

/** "Bob, please update the changelog", "Could you review it, Bob?" */
function asksByName({ words, own, content }: Utterance, people: People): boolean {
  const isCalled = own['vocative'] || (own['requestYou'] && people.in(words).length > 0);
  const hit = plain.asksTo.in(words, 0, words.length);
  if (!isCalled || hit === undefined || content.size === 0) return false;
  return isDone(words, hit.end) && lexicon.talkRequests.at(words, hit.end) === undefined;
}

/** What somebody is asked for, and takes on in the next turn: "Also, Ursula, when you have time, clean up." "Okay." */
function isTakenOn(all: readonly Utterance[], one: Utterance, { isNamed = true } = {}): boolean {
  const { own, content } = one;
  const isOwner = plain.ownsIt.in(one.words, 0, 3) !== undefined;
  const isAsked = own['vocative'] || own['requestYou'] || isOwner;
  const answer = answerTo(all, one);
  if (!isAsked || answer === undefined || (isNamed && content.size === 0)) return false;
  if (own['pastVerb'] || isThanks(one)) return false;
  const isYesToThem = isYes(answer) || plain.briefYes.at(answer.words, 0) !== undefined;
  return takesOnPlainly(answer) || (Boolean(own['vocative']) && isYesToThem);
}

/** "We should rename it." "OK." "Great, Bob, please do it." */
export function isToldToDoThat(all: readonly Utterance[], one: Utterance): boolean {
  const { own, words, at, turn } = one;
  const isSomething = all
    .slice(Math.max(0, at - 4), at)
    .some((last) => turn - last.turn <= 2 && last.content.size > 0);
  if (!isSomething || !own['namesOther'] || isDeclined(all, one)) return false;
  if (own['question'] && !isTakenOn(all, one, { isNamed: false })) return false;
  const hit = plain.asksTo.in(words, 0, words.length);
  return hit !== undefined && plain.doThat.at(words, hit.end) !== undefined;
}

/** "We need a rollback script." "I'm on it." */
export function takesUpWhatWasSaid(all: readonly Utterance[], one: Utterance): boolean {
  const before = all.slice(Math.max(0, one.at - 4), one.at);
  const isSomething = before.some(({ turn, content }) => one.turn - turn <= 2 && content.size > 0);
  return isSomething && plain.takesUp.test(one.text) && !one.own['negated'] && !one.own['question'];
}

/** Whether who is asked says no, and nobody else takes it: "Bob, can you fix the build?" "No, sorry." */
export function isTurnedDown(all: readonly Utterance[], one: Utterance): boolean {
  const { own } = one;
  if (!(own['vocative'] || own['requestYou']) || !isDeclined(all, one)) return false;
  const later = all.slice(one.at + 1, one.at + 12).filter(({ turn }) => turn > one.turn);
  return !later.some(
    (next) => next.own['promisesVerb'] || next.own['takesOn'] || plain.takesUp.test(next.text),
  );
}

/** Whether the next one says no to it. */
function isDeclined(all: readonly Utterance[], one: Utterance): boolean {
  const answer = answerTo(all, one);
  return answer !== undefined && Boolean(answer.own['leadNo'] || isRefusedWork(answer));
}

function answerTo(all: readonly Utterance[], one: Utterance): Utterance | undefined {
  return all
    .slice(one.at + 1, one.at + 8)
    .find((next) => next.turn === one.turn + 1 && isOther(one, next));
}
