import { isConcluded, isSettled, isThatOne, weDo } from './settled.ts';
import { isIfNot } from './not-settled.ts';
import { isAgreedOn, isTakenUp, isValueChosen, isYes, notMeant } from './accepted.ts';
import { announcedFrom } from '../words/announced.ts';
import { common } from '../words/content.ts';
import * as plain from '../words/plain-lexicon.ts';
import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { leadOf } from '../words/word-forms.ts';

/**
 * MTG-11: whether a sentence of a short talk plainly says what holds from now on: "We will adopt feature flags", "we use tabs from now
 * on"; or is proposed, or asked, and the next one says yes.
 */
export function isPlainDecision(all: readonly Utterance[], one: Utterance): boolean {
  const { own, content } = one;
  if (isAmount(all, one)) return isTakenUp(all, one);
  if (isIfNot(all, one)) return false;
  if (isAgreedOn(all, one) || isValueChosen(all, one)) return true;
  if (isRuleOfCase(one)) return isTakenUp(all, one);
  if (own['listed'] && isSaidOfThing(all, one)) return true;
  if (proposesIf.test(one.text)) return isTakenUp(all, one);
  const isOfTalk = own['talk'] && !isOfMatter.test(one.text);
  if (content.size === 0 || isOfTalk || notMeant.some((name) => isMarked(one, name))) return false;
  if (own['question'] || own['asks'])
    return (
      (isProposedAsQuestion(one) || isAskedAnew(one) || Boolean(own['callsForObjections'])) &&
      isTakenUp(all, one)
    );
  if (own['explicit']) return true;
  if (isMotion(one)) return isTakenUp(all, one);
  if (own['requestYou'] || own['vocative'] || isOfSpeaker(one)) return false;
  if (announcedFrom(one.words) !== undefined) return true;
  if (isSaidOfThing(all, one) || isSaidOfGroup(one)) return true;
  if (isPutToAll(all, one) || isAnswer(all, one)) return true;
  if (own['pastVerb'] && !own['will'] && !own['modal'] && !own['let']) return false;
  if (isOpposed(all, one)) return false;
  return (
    isSettled(all, one) ||
    returns(one) ||
    isThatOne(one) ||
    isConcluded(one) ||
    isEnded(all, one) ||
    isYesTo(all, one) ||
    isNote(all, one) ||
    isChoice(all, one) ||
    ((isRule(one) || isOtherChoice(one)) && isTakenUp(all, one) && !isOnlyFound(all, one))
  );
}

/** "I'd say five attempts", "let's skip the load test" are of the matter, and not of the talk. */
const isOfMatter =
  /^(?:\p{L}+,? )?i['’]d say\b|\b(?:let['’]s|we(?:['’]ll| should| could)?) (?:buy|order) (?!(?:\p{L}+ )?(?:lunch|pizzas?|coffees?|food|drinks|dinner|sushi|cake)\b)|\b(?:let['’]s|we(?:['’]ll| should| could| can)?) skip (?!(?:this|that|it|ahead|to|over)\b|the (?:intro|introductions?|small ?talk|chit ?chat|agenda|rest|details?|formalities|next|recap|status|round|question|topic|point|item)\b)/iu;

/** "What if we generate the fixtures?", "It would be good if we froze the API.", "Offline mode: are we doing it?" */
const proposesIf =
  /^(?:(?:so|and|then|ok(?:ay)?|hm+),? )*(?:what if we\b|(?:it would|it['’]d|would it) be (?:good|nice|great|better|best|helpful) if we\b|i['’]d (?:like|prefer) it if we\b)|\bare we (?:doing|keeping|dropping|supporting|adopting|going (?:for|with|ahead))\b/i;

/** "I'd say five attempts" proposes. */
function isOfSpeaker({ own, text }: Utterance): boolean {
  return Boolean(own['subjectI']) && !proposes.test(text);
}

const proposes =
  /^(?:\p{L}+,? )?(?:i['’]d say|i(?:['’]d| would)? (?:suggest|propose|recommend|vote)|i(?:['’]d| would) (?:like us to|prefer that we|rather we)|i want us to)\b/iu;

/** "If the error rate goes above 1 percent, we turn it off." */
function isRuleOfCase({ text, own }: Utterance): boolean {
  return !own['question'] && ruleOfCase.test(text);
}

const ruleOfCase =
  /^(?:(?:and|so|but|ok(?:ay)?),? )?(?:if|when|whenever|as soon as) .*,? we (?!(?:could|might|would|can|may|need|have|had|get|are|were|will see|don|do not|know|see)\b)\p{L}+/iu;

/** "Coverage may not drop" leaves nothing open. */
function isMarked({ own, text }: Utterance, name: string): boolean {
  return Boolean(own[name]) && !(name === 'hedge' && /\bmay (?:not|only)\b/i.test(text));
}

/** "Should we expire them after 24 hours?" "Let's say 12." */
function isAmount(all: readonly Utterance[], { own, words, at, turn }: Utterance): boolean {
  const last = all[at - 1];
  const isAnswer = last?.turn === turn - 1 && Boolean(last.own['question']);
  const hit = plain.letsSay.at(words, leadOf(words).length);
  return isAnswer && Boolean(own['number']) && hit !== undefined && words.length - hit.end <= 3;
}

/** "I move that we approve the licences." "Seconded." */
function isMotion({ words }: Utterance): boolean {
  return plain.motions.at(words, leadOf(words).length) !== undefined;
}

/** "Then 3.10." */
function isOtherChoice({ own }: Utterance): boolean {
  return Boolean(own['leadSo'] && own['noVerb'] && own['short']);
}

/** "The search goes first, billing second. That's final." */
function isEnded(all: readonly Utterance[], { at, turn, own }: Utterance): boolean {
  const next = all[at + 1];
  if (next === undefined || own['leadYes'] || own['strongYes']) return false;
  const lead = leadOf(next.words).length;
  return next.turn === turn && plain.endsChoice.at(next.words, lead)?.end === next.words.length;
}

/** "And keep REST?" "Yes, keep REST." */
function isYesTo(all: readonly Utterance[], one: Utterance): boolean {
  const lead = leadOf(one.words);
  const isYes = lead.some(({ lower }) => /^(?:yes|yeah|yep)$/.test(lower));
  const verb = one.words[lead.length];
  if (!isYes || verb === undefined || !plain.choosing.has(verb.lower)) return false;
  return all
    .slice(Math.max(0, one.at - 4), one.at)
    .some(
      (last) => last.own['question'] && isOther(last, one) && common(last.content, one.content) > 0,
    );
}

/** "The release is postponed to January 12.", unless somebody objects. */
function isSaidOfThing(all: readonly Utterance[], one: Utterance): boolean {
  const hit = plain.isSettledNow.in(one.words, 1, one.words.length);
  return hit !== undefined && !one.own['negated'] && !isOpposed(all, one);
}

/** "The group decided against MySQL." */
function isSaidOfGroup({ words }: Utterance): boolean {
  const from = leadOf(words).length;
  const who = words.findIndex(({ lower }, at) => at >= from && lower !== 'the');
  return (
    plain.groups.has(words[who]?.lower ?? '') && plain.groupChose.at(words, who + 1) !== undefined
  );
}

/** "The API returns 404. Everyone fine with that?" "Yes." */
function isPutToAll(all: readonly Utterance[], one: Utterance): boolean {
  const next = all[one.at + 1];
  const isAsked = next?.turn === one.turn && next.own['callsForObjections'];
  const answer = all.slice(one.at + 2).find(({ turn }) => turn > one.turn);
  return Boolean(isAsked) && answer !== undefined && isYes(answer);
}

/** "Cursor or offset?" "Cursor." "Agreed." */
function isAnswer(all: readonly Utterance[], one: Utterance): boolean {
  const question = all
    .slice(Math.max(0, one.at - 3), one.at)
    .find(({ own, words }) => own['question'] && words.some(({ lower }) => between.test(lower)));
  if (question === undefined || one.words.length > 3) return false;
  const isOption = common(one.content, question.content) === one.content.size;
  const next = all.slice(one.at + 1, one.at + 4).find(({ turn }) => turn === one.turn + 1);
  if (!isOption || next === undefined || !isOther(one, next)) return false;
  return isYes(next) || plain.endsChoice.at(next.words, leadOf(next.words).length) !== undefined;
}

/** "REST or GraphQL?", "REST versus GraphQL?" */
const between = /^(?:or|versus|vs)$/;

/** "Do we keep Kafka?" "Yes." */
function isAskedAnew({ words }: Utterance): boolean {
  const [first, second, verb] = words.slice(leadOf(words).length);
  const isOfAll = /^(?:do|will|shall)$/.test(first?.lower ?? '') && second?.lower === 'we';
  return isOfAll && plain.choosesAnew.has(verb?.lower ?? '');
}

/** "Then we stay on Node": whether it goes back to what was before. */
export function returns({ own, words }: Utterance): boolean {
  return (
    Boolean(own['leadSo'] || own['leadOkay'] || own['endsThen']) &&
    plain.returns.at(words, leadOf(words).length) !== undefined
  );
}

/** What is written down by somebody for themself or for all: "Let's use the flat config everywhere." */
function isNote(all: readonly Utterance[], { own, speaker }: Utterance): boolean {
  return (
    speaker === '' &&
    Boolean(own['let'] && own['firmProposal']) &&
    all.every(({ turn }) => turn === 0)
  );
}

/** "Login sessions should expire after 30 minutes", "we keep the old endpoint": a rule that needs somebody's yes. */
function isRule({ own, words }: Utterance): boolean {
  if (own['namedSubject'] || own['subjectThey'] || own['noVerb'] || own['someone']) return false;
  if (/^(?:yours|mine|his|hers|theirs)$/.test(words[leadOf(words).length]?.lower ?? ''))
    return false;
  return rules.some((name) => own[name]) || weDo(words) !== undefined;
}

const rules = ['norm', 'plan', 'exclusive', 'firmProposal', 'softProposal'];

/** "The cluster goes down once a month." "Right.": a fact that somebody finds true. */
function isOnlyFound(all: readonly Utterance[], one: Utterance): boolean {
  const isFact = !['norm', 'firmProposal', 'softProposal', 'will', 'let', 'noVerb'].some(
    (name) => one.own[name],
  );
  const next = all.slice(one.at + 1).find(({ turn }) => turn === one.turn + 1);
  const says = next?.words[0]?.lower ?? '';
  return isFact && weDo(one.words) === undefined && /^(?:right|true|exactly|yeah)$/.test(says);
}

/** "So, server-sent events?" */
function isProposedAsQuestion({ own, words, text }: Utterance): boolean {
  if (words.some(({ lower }) => lower === 'or' || lower.startsWith('any'))) return false;
  if (asksHowItIs.has(words[0]?.lower ?? '')) return false;
  if (makesIt.test(text)) return true;
  const isAboutYou = ['requestYou', 'vocative', 'someone', 'wh', 'subjectYou', 'subjectThey'];
  return asProposal.some((name) => own[name]) && !isAboutYou.some((name) => own[name]);
}

/** "Make it 5?" */
const makesIt = /^(?:(?:so|and|then|ok(?:ay)?),? )*(?:make|call) it\b/i;

/** "Same timeout on the migration?" */
const asksHowItIs = new Set(['same', 'still', 'again', 'already']);

const asProposal = ['noVerb', 'softProposal', 'firmProposal', 'leadSo'];

/** "gRPC or REST?" "gRPC." "Fine, gRPC." */
function isChoice(all: readonly Utterance[], one: Utterance): boolean {
  const isYes = one.own['leadYes'] || one.own['strongYes'] || plain.briefYes.at(one.words, 0);
  if (!isYes) return false;
  const before = all
    .slice(Math.max(0, one.at - 6), one.at)
    .filter(({ turn }) => one.turn - turn <= 3);
  const question = before.find(
    ({ own, words }) => own['question'] && words.some(({ lower }) => lower === 'or'),
  );
  if (question === undefined) return false;
  const isSaid = before.some(
    (last) => last.at > question.at && isOther(last, one) && common(last.content, one.content) > 0,
  );
  return isSaid && [...one.content].some((word) => question.content.has(word));
}

/** Whether the next one says no. */
function isOpposed(all: readonly Utterance[], one: Utterance): boolean {
  const next = all.slice(one.at + 1, one.at + 8).find(({ turn }) => turn === one.turn + 1);
  return (
    next !== undefined &&
    isOther(one, next) &&
    Boolean(
      next.own['leadNo'] || next.own['leadBut'] || (next.own['refusal'] && !next.own['strongYes']),
    )
  );
}
