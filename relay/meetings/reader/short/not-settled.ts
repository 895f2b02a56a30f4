import * as back from '../words/objection-lexicon.ts';
import { isOnDay } from '../days/said-after.ts';
import { anyOf } from '../words/any-of.ts';
import * as plain from '../words/plain-lexicon.ts';
import type { Utterance } from '../signals/signals.ts';

/** What looks like a decision of a short talk and settles nothing (MTG-11). */

/** "Let's postpone that to the next meeting." */
export function isPutOff({ words, own, content, text }: Utterance): boolean {
  const isMoved = content.size > 2 && own['day'] && toAnotherDay.test(text);
  const isLater = plain.putsOff.in(words, 0, words.length) !== undefined || decidesLater.test(text);
  return Boolean(own['firmProposal']) && isLater && !isMoved;
}

/** "Let's decide next week." */
const decidesLater =
  /\b(?:decide|discuss|revisit|settle|talk)(?: (?:about )?(?:it|that|this|again))* (?:next|later|tomorrow|another|on \p{L}+day)\b/iu;

/** "Let's postpone the launch to January" chooses a day. */
const toAnotherDay = /\b(?:to|until|till) (?!the next (?:meeting|time|call|session))/i;

/** "Agreed, that's not okay." */
export function isAgreedComplaint({ text }: Utterance): boolean {
  return /^(?:agreed|yes|yeah|true|right|exactly),? (?:that|it|this)(?:['’]s| is) (?:not|too|a (?:problem|pity|mess|shame)|bad|annoying|terrible)\b/i.test(
    text,
  );
}

/** "I'll write it. It should be done by Wednesday." */
export function isOfDay({ text, own }: Utterance): boolean {
  return Boolean(own['day']) && doneBy.test(text);
}

const doneBy =
  /^(?:(?:and )?(?:it|that|this) )?(?:should|will|must|can|needs to|has to) be (?:done|ready|finished|live|there|through)\b/i;

/** "Let's not spend more time on it.", "Ok, remind me then." */
export function isOfTalk({ text }: Utterance): boolean {
  return ofTalk.test(text);
}

const ofTalk =
  /\blet['’]s (?:do|have|start with|begin with|go through) (?:a|the|our) (?:[\p{L}-]+ ){0,2}(?:review|round|recap|introductions?|check-in|stand-?up|retro|agenda)\b|^(?:(?:ok(?:ay)?|then|so|please|and),? )*(?:remind|tell|ping|ask|call|text) me\b|^i['’]d rather (?:have that (?:discussion|talk|conversation)|discuss|talk)\b|^(?:(?:but|and|ok(?:ay)?|so|please),? )?let['’]s not (?:spend|waste|argue|bikeshed|overthink|dwell|go (?:there|down|into)|get into|debate|rush|worry|forget|repeat)\b/iu;

/** "Yes, we decided that.": tells of a decision, and names nothing of it. */
export function namesNoMatter({ text }: Utterance): boolean {
  return noMatter.test(text);
}

const noMatter =
  /^(?:(?:yes|yeah|yep|right|true|sure|but|and|ok(?:ay)?),? ){0,2}(?:we|that|it|this)(?:['’](?:ve|s))? (?:(?:have|has|had|was|is|were|been|all|already) ){0,3}(?:decided|agreed|settled|discussed)(?: on| about| to)?(?: (?:that|it|this|everything))?(?: (?:already|before|earlier|yesterday|together|last \w+))?[.!]*$/i;

/** "We need to decide on the database.": names a matter, and chooses nothing. */
export function isOnlyNamed({ words }: Utterance): boolean {
  return plain.mustChoose.in(words, 0, words.length) !== undefined;
}

/** "What if we tag at the server?" "Maybe, dunno." */
export function isLeftAsMaybe(all: readonly Utterance[], one: Utterance): boolean {
  const isIdea = one.own['question'] || one.own['softProposal'];
  const next = all[one.at + 1];
  return Boolean(isIdea) && next?.turn === one.turn + 1 && maybe.test(next.text);
}

const maybe =
  /^(?:hm+,? |well,? |yeah,? |uh,? )*(?:maybe|perhaps|dunno|not sure|i(?:['’]m| am) not sure|i don['’]t know|let me think|we['’]ll see)\b/i;

/** "And if not?" "Then we roll back." */
export function isIfNot(all: readonly Utterance[], one: Utterance): boolean {
  const last = all[one.at - 1];
  return Boolean(one.own['leadSo'] && last?.own['question'] && last.own['conditional']);
}

/** "Wait, the database only allows 15." */
export function isHeldUp({ own, words }: Utterance): boolean {
  return back.holdsUp.at(words, 0) !== undefined && !own['firmProposal'];
}

/** "No blockers." */
export function isStatus(one: Utterance): boolean {
  return (
    isOnDay(one) ||
    [status, still, noneFound, ofOneself, ofOne].some((pattern) => pattern.test(one.text)) ||
    isTopic(one)
  );
}

const status =
  /^(?:otherwise,? |and |so |still )?(?:no|nothing|none)(?: other| new| more)?(?: (?:blockers?|blocking|updates?|news|questions?|comments?|issues?|problems?|changes?|else|new|from (?:me|my side)))+[.!]*$/i;
/** "I've been on call for three weeks.", "I'm against it.", "Today I'm on the import.", "Yesterday I finished the export." */
const ofOneself = anyOf(
  [
    String.raw`(?:(?:so|well|honestly|yeah|yes|and|but),? ){0,2}i(?:['’]ve| have) been\b(?!.*\bi['’](?:d|ll)\b)`,
    String.raw`(?:and |but |so )?i(?:['’]m| am) (?:against|sceptical|skeptical|worried|unsure|still|stuck)\b`,
    String.raw`(?:today|now|right now),? i(?:['’]m| am) (?:still |back )?(?:on|at|with)\b`,
    String.raw`(?:yesterday|last (?:night|week|month)|this morning),? (?:i|we) (?!will\b|would\b)`,
  ],
  { before: '^', after: '' },
);
/** "Yours is the only one missing.", "We're still on the old one." */
const ofOne =
  /^(?:yours|mine|his|hers|theirs|that one) (?:is|are|was)\b|^(?:same here,? )?we(?:['’]re| are|['’]ve| have) still\b/i;
/** "Then the other thing, your talk.", "Topic 2: the signature." */
export function isTopic({ own, text, words }: Utterance): boolean {
  return (Boolean(own['noVerb']) || words.length <= shortTopic) && topic.test(text);
}

const shortTopic = 6;

const topic =
  /^(?:(?:(?:ok(?:ay)?|so|and|then|well|right|alright|also|now|cool|good),? )*(?:the |my |our )?(?:other|another|next|last|first|one more|second|third|final) (?:thing|topic|point|item|one)\b(?!:)(?!.*\b(?:we|i|let['’]s|should|will|is)\b)|(?:topic|point|item|agenda item) \d{1,2}\b)/iu;
/** "No consensus; to be discussed next week." */
const noneFound =
  /^(?:[-*•] )?(?:(?:still |so )?no (?:consensus|agreement|decision|conclusion|outcome)\b|(?:to be|will be) (?:discussed|decided|continued)\b|tb[dc]\b)/i;
/** "The plan is still to run it on Thursday." */
const still = /\b(?:is|are|was|were) (?:still|supposed) (?:to|for|on|in|at)\b/i;

/** "Right now we're keeping everything in memory" tells how it is. */
export function isPresentState({ text, own }: Utterance): boolean {
  return !own['firmProposal'] && atPresent.test(text);
}

const atPresent =
  /^(?:\p{L}+,? )?(?:right now|currently|at the moment|at present|today),? (?:we|it|they|the)(?:\b|['’])(?!['’]ll| will)/iu;

/** "We could, but then we find bugs after the merge." */
export function isOutweighed({ text }: Utterance): boolean {
  return /^(?:\p{L}+, )?(?:we|you|i|one|they) (?:could|can|might),? but\b/iu.test(text);
}

/** "Fine with me, as long as the report still works." */
export function isAssentWithCondition({ text }: Utterance): boolean {
  return /^(?:\p{L}+, )?(?:fine|ok|okay|good|cool|works) (?:with|by|for) me,? (?:as long as|if|but|provided|when|once)\b/iu.test(
    text,
  );
}

/** "And what do we gain?" "No more Babel." */
export function isAnswerOfFacts(all: readonly Utterance[], { at, turn, own }: Utterance): boolean {
  const asked = all.slice(Math.max(0, at - 4), at).findLast((one) => one.turn === turn - 1);
  const isAsked = asked !== undefined && Boolean(asked.own['question']) && ofFacts.test(asked.text);
  return isAsked && !own['firmProposal'] && !own['explicit'] && !own['endsThen'];
}

const ofFacts =
  /^(?:(?:and|but|so) )?(?:is|are|does|did|has|was|were) (?:it|that|this|they|there)\b|\b(?:until when|by when|when do you need|why|gain|win|benefits?|happened|went wrong|is wrong|the (?:problem|reason|cause|advantage))\b/i;
