import * as lexicon from './lexicon.ts';
import { contentOf } from './content.ts';
import type { Phrases } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import type { Word } from './tagger.ts';
import type { People } from './people.ts';
import { mayNameDay } from '../day-words.ts';
import { isFileName } from '../file-names-in-text.ts';
import { labelKind, type LabelKind } from '../labels.ts';

/** What can be told of one sentence by itself: each a name with a strength, mostly 1. */
export type Signals = Record<string, number>;

export interface Utterance extends Sentence {
  readonly at: number;
  readonly own: Signals;
  readonly content: ReadonlySet<string>;
}

export function utteranceOf(sentence: Sentence, at: number, people: People): Utterance {
  const own = { ...signalsOf(sentence), ...aboutPeople(sentence, people) };
  const names = new Set(
    people.in(sentence.words).map(({ at: place }) => sentence.words[place]?.lemma),
  );
  const content = new Set([...contentOf(sentence.words)].filter((word) => !names.has(word)));
  return { ...sentence, at, own, content };
}

/** Who is asked or said to do something. */
function aboutPeople({ words, speaker }: Sentence, people: People): Signals {
  const found: Signals = {};
  for (const { name, at, end } of people.in(words)) {
    const next = words[end];
    const isSelf = speaker !== '' && people.shown(speaker) === name;
    const isFramed =
      /,/.test(words[end - 1]?.after ?? '') ||
      /^(?:you(?:['’](?:re|ve|ll|d))?|please|can|could|would|will|and)$/.test(next?.lower ?? '');
    if (at <= 2 && isFramed) found['vocative'] = 1;
    if (end === words.length && /,/.test(words[at - 1]?.after ?? '')) found['vocative'] = 1;
    if (/^(?:will|to|can|should|must|could|has|needs|is|and|\+|&)$/.test(next?.lower ?? ''))
      found['namedSubject'] = 1;
    if (next?.tag === 'VERB' && next.lower.endsWith('s') && !lexicon.sayVerbs.has(next.lemma))
      found['namedDoes'] = 1;
    if (!isSelf) found['namesOther'] = 1;
  }
  return found;
}

/** Of what was decided at another time the time is told. */
const longAgo =
  /\b(?:in (?:the )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|\d{4})|at \d{1,2}[:.]\d{2}|after the|from the \d|already|since|once|on the \d|when we|back|earlier|with them)|\bactually[.!]?$/i;

/** What is said to a program and not to people. */
const toMachine =
  /(?:\b|@)(?:assistant|copilot|chatbot|note[- ]?tak(?:er|ing)(?: agent| bot)?|bot|llm|gpt|chatgpt|ai(?: reviewer| agent| assistant)?)\b["”]?\s*[:,]|@(?:assistant|bot|ai)\b|\b(?:ignore|disregard) (?:all |the )?(?:previous|above|prior|earlier)\b/i;
const secretWord =
  /\b(?:passwords?|passphrase|pw|tokens?|keys?|secrets?|credentials?|login|auth\w*)\b|=/i;
const secretShape =
  /^(?=.*\d)(?=.*[A-Za-z])(?=.*[-_!=:]).{8,}$|^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\w{12,}$/;

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
};

function signalsOf({ words, text, place, isLast }: Sentence): Signals {
  const found: Signals = {};
  for (const [name, phrases] of Object.entries(anywhere))
    if (phrases.in(words, 0, words.length) !== undefined) found[name] = 1;
  const lead = leadOf(words);
  const core = words.slice(lead.length);
  const [first, second] = core;
  const verbs = words.filter(({ tag }) => tag === 'VERB' || tag === 'AUX');
  const flag = (name: string, is: boolean) => {
    if (is) found[name] = 1;
  };
  flag('leadStrongYes', lexicon.strongYes.at(words, 0) !== undefined);
  flag(
    'leadYes',
    lead.some((word) =>
      /^(?:yes|yeah|yep|yup|sure|okay|ok|right|fine|good|great|exactly|true|perfect|agreed|deal|alright|nice)$/.test(
        word.lower,
      ),
    ),
  );
  flag(
    'leadNo',
    lead.some((word) => /^(?:no|nope|nah|hmm|hm|mm)$/.test(word.lower)),
  );
  flag(
    'leadSo',
    lead.some((word) => /^(?:so|then|therefore)$/.test(word.lower)),
  );
  flag(
    'leadOkay',
    lead.some((word) => /^(?:okay|ok|alright|right|good|fine|great)$/.test(word.lower)),
  );
  flag('leadBut', /^(?:but|however|although)$/.test(words[0]?.lower ?? ''));
  flag('leadAnd', /^(?:and|plus)$/.test(words[0]?.lower ?? ''));
  flag('leadBecause', /^(?:because|since|cause|'cause)$/.test(words[0]?.lower ?? ''));
  flag('endsThen', words.at(-1)?.lower === 'then');
  flag('question', /\?["”')*_]*$/.test(text));
  flag('asks', isAsking(core));
  flag('exclaims', /!["”')*_]*$/.test(text));
  flag('trails', /(?:\.\.\.|…|—|-)$/.test(text));
  flag('noVerb', verbs.length === 0);
  flag('imperative', first?.tag === 'VERB' && isBase(first) && second?.tag !== 'AUX');
  flag('pastVerb', words.some(isPast));
  flag('subjectI', /^i(?:'|$)/.test(first?.lower ?? ''));
  flag('subjectWe', /^we(?:'|$)/.test(first?.lower ?? ''));
  flag('subjectYou', /^you(?:'|$)/.test(first?.lower ?? ''));
  flag('subjectThey', /^(?:they|he|she)(?:'|$)/.test(first?.lower ?? ''));
  flag('subjectIt', /^(?:it|that|this|there)(?:'|$)/.test(first?.lower ?? ''));
  flag(
    'isClause',
    /^(?:it's|that's|there's|this|it|that|there)$/.test(first?.lower ?? '') &&
      /'s$|^(?:is|was|are)$/.test(`${first?.lower}${second?.lower}`),
  );
  flag(
    'negated',
    words.some(({ lower }) => /n't$|^(?:not|never|no|without|nobody|none)$/.test(lower)),
  );
  flag(
    'number',
    words.some(({ tag }) => tag === 'NUM'),
  );
  flag('wh', /^(?:what|which|why|how|who|where|when|whose)(?:'|$)/.test(first?.lower ?? ''));
  flag('short', words.length <= 3);
  flag('long', words.length >= 22);
  flag('firstInTurn', place === 0);
  flag('lastInTurn', isLast);
  flag(
    'modal',
    words.some(({ lower }) => /^(?:should|must|needs?|has|have|shall)$/.test(lower)),
  );
  flag('wouldI', /\b(?:i'd|i would)\b/.test(text.toLowerCase().replaceAll('’', "'")));
  flag(
    'would',
    words.some(({ lower }) => /^(?:would|could|wouldn't|couldn't)$|'d$/.test(lower)),
  );
  flag(
    'will',
    words.some(({ lower }) => /^(?:will|won't|gonna)$|'ll$/.test(lower)),
  );
  flag(
    'saysThen',
    words.some(({ lower }) => lower === 'then'),
  );
  flag(
    'contrast',
    words.some(({ lower }) =>
      /^(?:instead|rather|not|only|just|without|until|till|first|later)$/.test(lower),
    ),
  );
  flag('pastDecision', found['explicit'] === 1 && longAgo.test(text));
  flag('machine', toMachine.test(text.replace(/^(?:[-*•]\s+)?AI\s?(?:\([^)]*\))?:/, '')));
  flag('secret', secretWord.test(text) && words.some(({ text: word }) => secretShape.test(word)));
  const label = labelOf(text);
  if (label !== undefined) found[`label_${label}`] = 1;
  flag(
    'empty',
    label !== undefined &&
      /[:–-]\s*(?:none|n\/a|nothing|see (?:above|below)|tbd|-)?[.!]*$/i.test(text),
  );
  flag('listed', /^(?:[-*•]|\[[ x]?\]|\d{1,2}[.)])\s/.test(text));
  flag(
    'refuses',
    /^we$/.test(first?.lower ?? '')
      ? /^(?:won't|will)$/.test(second?.lower ?? '') && found['negated'] === 1
      : /^we (?:won't|are not going to|aren't going to)/.test(text.toLowerCase()),
  );
  flag(
    'please',
    words.some(({ lower }) => lower === 'please'),
  );
  flag('due', mayNameDay(text) && lexicon.dueWords.in(words, 0, words.length) !== undefined);
  flag('day', mayNameDay(text));
  flag('requestYou', lexicon.requestYou.in(words, 0, words.length) !== undefined);
  flag('let', /^(?:let's|lets|let)$/.test(first?.lower ?? ''));
  flag('letMe', first?.lower === 'let' && second?.lower === 'me');
  const talks = isTalk(words);
  // "I'll tell you on Friday" and "I'll show the new map to the board" are work.
  const isWork =
    words.some(({ lemma }) => workVerbs.test(lemma)) &&
    (found['day'] === 1 || found['due'] === 1 || contentOf(words).size > 3);
  flag('talk', talks && !isWork);
  flag('talkOfWork', talks && isWork);
  const took =
    lexicon.promise.in(words, 0, words.length) ?? lexicon.offer.in(words, 0, words.length);
  const done = took && words.slice(took.end).find(({ tag }) => tag !== 'ADV' && tag !== 'PART');
  flag(
    'promisesVerb',
    done?.tag === 'VERB' &&
      isBase(done) &&
      found['talk'] !== 1 &&
      !lexicon.mindVerbs.has(done.lemma),
  );
  flag(
    'promisesMind',
    done !== undefined && (done.tag === 'AUX' || lexicon.mindVerbs.has(done.lemma)),
  );
  flag('me', words.length <= 4 && words.some(({ lower }) => /^(?:me|mine|myself)$/.test(lower)));
  flag(
    'doing',
    (words[lead.length]?.lower ?? '').endsWith('ing') ||
      (/^(?:i'm|i am)$/.test(first?.lower ?? '') && (second?.lower ?? '').endsWith('ing')),
  );
  flag(
    'need',
    words.some(({ lower }) => /^(?:needs?|someone|somebody|must)$/.test(lower)),
  );
  flag('both', words.length >= 6 && words.some(({ lower }) => lower === 'and'));
  flag(
    'file',
    words.some(({ text: word }) => isFileName(word)),
  );
  return found;
}

/** Of the verbs of talk those which are work when they have a day or much to be said about. */
const workVerbs =
  /^(?:ask|tell|show|give|talk|look|read|explain|order|run|pass|drop|check|come|circle|sync|hand|put|add|note|close|chat|go|turn)$/;

/** The talk itself and no work: "I'll share my screen". */
export function isTalk(words: readonly Word[]): boolean {
  for (const openings of [
    lexicon.promise,
    lexicon.offer,
    lexicon.firmProposal,
    lexicon.requestYou,
  ]) {
    const hit = openings.in(words, 0, words.length);
    if (hit === undefined) continue;
    const place = words.findIndex(
      ({ tag, lower }, at) =>
        at >= hit.end && tag !== 'ADV' && !/^(?:just|quickly|please|be|not)$/.test(lower),
    );
    if (place >= 0 && lexicon.talkVerbs.at(words, place) !== undefined) return true;
    if (
      place >= 0 &&
      openings === lexicon.requestYou &&
      lexicon.talkRequests.at(words, place) !== undefined
    )
      return true;
  }
  return false;
}

/** What a line is announced as: `Decision: ...`, `- **Action item**: ...`, `AI(Bob): ...`. */
export function labelOf(text: string): LabelKind | 'task' | undefined {
  if (/^(?:[-*•]\s+)?\[[ x]?\]\s/i.test(text)) return 'task';
  const before =
    /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?[*_]{0,2}([\p{L}][\p{L} ./-]{0,30}?)(?:\s?\([^)]{0,30}\))?[*_]{0,2}\s?(?::|[–—]|\s-\s)/u.exec(
      text,
    )?.[1];
  return before === undefined ? undefined : labelKind(before);
}

const leadWords =
  /^(?:yes|yeah|yep|yup|ya|sure|okay|ok|'kay|right|fine|good|great|exactly|true|perfect|agreed|deal|alright|nice|no|nope|nah|hmm|hm|mm|so|then|well|and|but|um|uh|er|oh|ah|like|actually|honestly|look|listen|cool|please|also|plus|now|anyway|because|therefore|hey)$/;

/** The words before what is said. */
export function leadOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ lower }) => !leadWords.test(lower));
  return words.slice(0, end === -1 ? words.length : end);
}

/** A question also without its mark: a verb before its subject, or a word that asks. */
function isAsking(core: readonly Word[]): boolean {
  const [first, second] = core;
  if (first === undefined || second === undefined) return false;
  if (
    /^(?:do|does|did|is|are|was|were|can|could|would|should|shall|will|has|have|isn't|aren't|can't|couldn't|wouldn't|shouldn't|don't|doesn't|didn't)$/.test(
      first.lower,
    )
  )
    return (
      second.tag === 'PRON' ||
      second.tag === 'DET' ||
      second.tag === 'PROPN' ||
      second.tag === 'NOUN'
    );
  return /^(?:what|why|who|where|when|how|which)(?:'s|'re)?$/.test(first.lower) && core.length > 2;
}

/** The form of a verb in "to go". */
export function isBase({ lower, lemma }: Word): boolean {
  return lower === lemma;
}

function isPast({ tag, lower, lemma }: Word): boolean {
  if (tag === 'AUX') return /^(?:was|were|had|did)$/.test(lower);
  return tag === 'VERB' && lower !== lemma && !/(?:ing|s)$/.test(lower) && !lower.includes("'");
}
