import { tellsSecret } from './secrets.ts';
import { anyOf } from '../words/any-of.ts';
import { mayNameDay, months, shortMonths } from '../days/day-words.ts';
import { isFileName } from '../../text/file-names-in-text.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Phrases } from '../words/phrases.ts';
import type { Sentence } from '../words/sentences.ts';
import type { Signals } from './values.ts';
import { isAsking, isBase, isPast, leadOf } from '../words/word-forms.ts';
import { asksWithoutMark } from './unmarked-questions.ts';
import { isToMachine } from '../words/to-machine.ts';
import { correctYes } from './corrections.ts';
import { workSignalsOf } from './work-signals.ts';
import { labelOf } from '../words/written-label.ts';

/** "Decided to upgrade after the freeze" is of what comes after it. */
const decidedTo = /\b(?:decided|agreed|resolved) to\b.*\b(?:after the|from the \d|when we|once)\b/i;

/** Of what was decided at another time the time is told. */
const longAgo = anyOf(
  [
    String.raw`\b(?:in two thousand|in (?:its|their) (?:session|meeting)|in (?:the )?(?:${months}|${shortMonths}|sept|spring|summer|autumn|fall|winter|\d{4})\b|at \d{1,2}[:.]\d{2}|after the|from the \d|already|(?<!, )since|once|on the \d|when we|back\b|earlier|with them)`,
    String.raw`\bactually[.!]?$`,
  ],
  { before: '', after: '' },
);

/** "See you all next week.", "We'll meet again on Tuesday." */
const farewell =
  /^(?:(?:ok(?:ay)?|so),? )*(?:we(?:['’]ll| will)?|let['’]s) (?:meet|talk|speak|reconvene) again\b|^(?:(?:ok(?:ay)?|so|thanks|right|bye),? )*(?:i['’]ll )?(?:see|talk to|speak to|catch) (?:you|ya)(?: all| both| guys| everyone| there)?,?(?: then| soon| later| again| around| tomorrow| next \w+| on \w+day| in the \w+| at \w+)*[.!]*$/i;

const anywhere: Record<string, Phrases> = {
  strongYes: lexicon.strongYes,
  refusal: lexicon.refusal,
  hedge: lexicon.hedge,
  deferral: lexicon.deferral,
  explicit: lexicon.explicit,
  settles: lexicon.settlesBefore,
  closing: lexicon.closing,
  callsForObjections: lexicon.callsForObjections,
  reversal: lexicon.reversal,
  past: lexicon.past,
  reported: lexicon.reported,
  conditional: lexicon.conditional,
  joke: lexicon.joke,
  firmProposal: lexicon.firmProposal,
  softProposal: lexicon.softProposal,
  plan: lexicon.plan,
  promise: lexicon.promise,
  offer: lexicon.offer,
  takesOn: lexicon.takesOn,
  someone: lexicon.someone,
  whenAsked: lexicon.whenAsked,
  keeps: lexicon.keeps,
  exclusive: lexicon.exclusive,
  norm: lexicon.norm,
  opinion: lexicon.opinion,
  requestYou: lexicon.requestYou,
};

/** Of the words of assent and doubt at the beginning. */
const inLead: Record<string, RegExp> = {
  leadYes:
    /^(?:yes|yeah|yep|yup|sure|okay|ok|k|right|fine|good|great|exactly|true|perfect|agreed|deal|alright|nice)$/,
  leadNo: /^(?:no|nope|nah|hmm|hm|mm)$/,
  leadSo: /^(?:so|then|therefore)$/,
  leadOkay: /^(?:okay|ok|k|alright|right|good|fine|great)$/,
};

/** Of the first word. */
const atStart: Record<string, RegExp> = {
  leadBut: /^(?:but|however|although)$/,
  leadAnd: /^(?:and|plus)$/,
  leadBecause: /^(?:because|since|cause|'cause)$/,
};

/** Of the first word behind the lead. */
const asSubject: Record<string, RegExp> = {
  subjectI: /^i(?:'|$)/,
  subjectWe: /^we(?:'|$)/,
  subjectYou: /^you(?:'|$)/,
  subjectThey: /^(?:they|he|she)(?:'|$)/,
  subjectIt: /^(?:it|that|this|there)(?:'|$)/,
  wh: /^(?:what|which|why|how|who|where|when|whose)(?:'|$)/,
  let: /^(?:let's|lets|let)$/,
};

/** Of any word. */
const ofAWord: Record<string, RegExp> = {
  negated: /n't$|^(?:not|never|no|without|nobody|none)$/,
  modal: /^(?:should|must|needs?|has|have|shall)$/,
  would: /^(?:would|could|wouldn't|couldn't)$|'d$/,
  will: /^(?:will|won't|gonna)$|'ll$/,
  saysThen: /^then$/,
  contrast: /^(?:instead|rather|not|only|just|without|until|till|first|later)$/,
  please: /^please$/,
  need: /^(?:needs?|someone|somebody|must)$/,
};

/** Of the whole text. */
const inText: Record<string, RegExp> = {
  question: /\?["”')*_]*$/,
  exclaims: /!["”')*_]*$/,
  trails: /(?:\.\.\.|…|—|-)$/,
  explicit: /^[-*•]\s+(?:agreed|decided|resolved) (?:to|that)\s/i,
  wouldI: /\b(?:i['’]d|i would)\b/i,
  listed: /^(?:[-*•]|\[[ x]?\]|\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2}){1,2}\.?(?=\s+\p{Lu}))\s/u,
};

/** What can be told of one sentence by itself, but for the people in it. */
export function signalsOf(sentence: Sentence): Signals {
  const { words, text } = sentence;
  const found: Signals = {};
  for (const [name, phrases] of Object.entries(anywhere))
    if (phrases.in(words, 0, words.length) !== undefined) found[name] = 1;
  const lead = leadOf(words);
  const add = (patterns: Record<string, RegExp>, texts: readonly string[]) => {
    for (const [name, pattern] of Object.entries(patterns))
      if (texts.some((one) => pattern.test(one))) found[name] = 1;
  };
  const lower = words.map((word) => word.lower);
  add(inLead, lower.slice(0, lead.length));
  add(atStart, [lower[0] ?? '']);
  add(asSubject, [lower[lead.length] ?? '']);
  add(ofAWord, lower);
  add(inText, [text]);
  Object.assign(found, formOf(sentence, lead.length), writtenOf(text));
  if (asksWithoutMark(text)) found['question'] = 1;
  // "We'll go with tokens, since sessions do not scale" is said of what comes.
  const isToCome = found['will'] === 1 || found['let'] === 1;
  if (found['explicit'] === 1 && !isToCome && longAgo.test(text.replace(decidedTo, '')))
    found['pastDecision'] = 1;
  if (isFirstThought(sentence)) found['pastDecision'] = 1;
  if (tellsSecret(text, words)) found['secret'] = 1;
  if (refuses(sentence, lead.length)) found['refuses'] = 1;
  if (!isTakenOn(words, lead.length)) delete found['takesOn'];
  if (isOnlyLetting(words, lead.length)) delete found['firmProposal'];
  correctYes(found, sentence);
  const isDated = mayNameDay(text);
  if (isDated) found['day'] = 1;
  if (isDated && lexicon.dueWords.in(words, 0, words.length) !== undefined) found['due'] = 1;
  return { ...found, ...workSignalsOf(words, isDated) };
}

/** "- First idea: no 4K." */
function isFirstThought({ words }: Sentence): boolean {
  return lexicon.firstThoughts.at(words, 0) !== undefined;
}

/** "The fixed window lets bursts through" proposes nothing. */
function isOnlyLetting(words: Sentence['words'], lead: number): boolean {
  const hit = lexicon.firmProposal.in(words, 0, words.length);
  return hit?.text === 'lets' && hit.at > lead && words[hit.at - 1]?.after === '';
}

function isTakenOn(words: Sentence['words'], lead: number): boolean {
  const hit = lexicon.takesOn.in(words, 0, words.length);
  if (hit?.text === 'on it') return isOnIt(words, lead);
  // "The flag service can do that."
  if (hit !== undefined && ofWhoSpeaks.has(hit.text)) return isSaidOfMe(words, hit.at, lead);
  if (hit?.text !== 'me') return true;
  const last = words[hit.at - 1];
  return !/^(?:not|isn['’]t)$/.test(last?.lower ?? '') && last?.tag !== 'VERB';
}

/** Without a name before them these are of the one who speaks. */
const ofWhoSpeaks = new Set([
  'can do',
  'will do',
  'will take it',
  'will take that',
  'will take this',
]);

function isSaidOfMe(words: Sentence['words'], at: number, lead: number): boolean {
  const before = words[at - 1];
  const isOther = /^(?:NOUN|PROPN|PRON)$/.test(before?.tag ?? '') && before?.lower !== 'i';
  return at <= lead || !isOther;
}

/** "On it.", "Already on it" and not "run a test on it". */
function isOnIt(words: Sentence['words'], lead: number): boolean {
  const core = words.slice(lead);
  return core.findIndex(({ lower }) => lower === 'on') <= 1;
}

/** Its form: its length, its verbs, how it begins and ends. `lead` words stand before what is said. */
function formOf({ words, place, isLast }: Sentence, lead: number): Signals {
  const core = words.slice(lead);
  const [first, second] = core;
  const [start, next] = [first?.lower ?? '', second?.lower ?? ''];
  const has = (pattern: RegExp) => words.some(({ lower }) => pattern.test(lower));
  const isForm: Record<string, boolean> = {
    leadStrongYes: lexicon.strongYes.at(words, 0) !== undefined,
    endsThen: words.at(-1)?.lower === 'then',
    asks: isAsking(core),
    noVerb: !words.some(({ tag }) => tag === 'VERB' || tag === 'AUX'),
    imperative: first?.tag === 'VERB' && isBase(first) && second?.tag !== 'AUX',
    pastVerb: words.some(isPast),
    isClause:
      /^(?:it's|that's|there's|this|it|that|there)$/.test(start) &&
      /'s$|^(?:is|was|are)$/.test(`${first?.lower}${second?.lower}`),
    number: words.some(({ tag }) => tag === 'NUM'),
    short: words.length <= 3,
    long: words.length >= 22,
    firstInTurn: place === 0,
    lastInTurn: isLast,
    letMe: start === 'let' && next === 'me',
    me: words.length <= 4 && has(/^(?:me|mine|myself)$/),
    doing: start.endsWith('ing') || (/^(?:i'm|i am)$/.test(start) && next.endsWith('ing')),
    both: words.length >= 6 && has(/^and$/),
    file: words.some(({ text }) => isFileName(text)),
  };
  return Object.fromEntries(
    Object.entries(isForm).flatMap(([name, is]) => (is ? [[name, 1]] : [])),
  );
}

/** What its writing tells: a label before it, words to a machine, a secret. */
function writtenOf(text: string): Signals {
  const found: Signals = {};
  if (isToMachine(text)) found['machine'] = 1;
  if (farewell.test(text)) found['empty'] = 1;
  const label = labelOf(text);
  if (label === undefined) return found;
  found[`label_${label}`] = 1;
  const isEmpty =
    /[:–-]\s*(?:(?:none|n\/a|nothing|see (?:above|below)|tbd|-)?[.!]*$|(?:none|nothing)\b(?: (?:for|here)\b|,))/i.test(
      text,
    );
  return isEmpty ? { ...found, empty: 1 } : found;
}

/** "We won't support it." */
function refuses({ words, text }: Sentence, lead: number): boolean {
  const [first, second] = words.slice(lead);
  if (first?.lower !== 'we')
    return /^we (?:won't|are not going to|aren't going to)/.test(text.toLowerCase());
  const isNegated = words.some(({ lower }) => ofAWord['negated']?.test(lower));
  return isNegated && /^(?:won't|will)$/.test(second?.lower ?? '');
}
