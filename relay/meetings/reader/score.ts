import { isAccepted, notMeant } from './short/accepted.ts';
import { contextOf } from './signals/context.ts';
import { chairOf, conclusionIn } from './signals/chair.ts';
import { courseOf } from './signals/course.ts';
import { isHandedOut } from './handed-out.ts';
import * as lexicon from './words/lexicon.ts';
import { formsOf, smallWordsOf } from './signals/forms.ts';
import { neighboursOf, type Likely } from './signals/neighbours.ts';
import { surroundingsOf } from './signals/surroundings.ts';
import type { Utterance } from './signals/signals.ts';
import { isPast, leadOf } from './words/word-forms.ts';
import type { Signals } from './signals/values.ts';
import { likelyBy, type Trees } from './trees.ts';
import type { ByKind, ReaderWeights, Weights } from './weights.ts';

/** How likely one sentence is by its own signals. */
export function firstLikely(
  talk: Talk,
  at: number,
  { decisions, actions }: Pick<ReaderWeights, 'decisions' | 'actions'>,
): Likely {
  const one = talk.all[at];
  if (one === undefined || !saysSomething(one)) return unlikely;
  const signals = { ...signalsAt(talk, at), ...wordsIn(one) };
  return { decision: probability(signals, decisions), action: probability(signals, actions) };
}

/** What the second weighing goes by. */
export interface Around {
  /** How likely all sentences are by themselves. */
  readonly first: readonly Likely[];
  readonly around: ByKind<Weights> | ByKind<Trees>;
}

/** How likely it is with what is said around it. */
export function likelyOf(talk: Talk, at: number, around: Around): Likely {
  const one = talk.all[at];
  if (one === undefined || !saysSomething(one) || isOfHome(talk, one)) return none;
  const last = talk.all[at - 1];
  if (one.own['strongYes'] && last !== undefined && isOfHome(talk, last)) return none;
  if (noResult.some((name) => one.own[name])) return none;
  const { decision: decided, action: acted } = byAround(talk, at, around);
  return {
    decision: isNarrated(talk.all, one)
      ? Math.min(decided, 0.2)
      : stated(one, isAccepted(talk.all, one) ? Math.max(decided, settled) : decided),
    action: written(one, handedOut(talk, one, acted)),
  };
}

function byAround(talk: Talk, at: number, { first, around }: Around): Likely {
  if (areTrees(around)) {
    const known = surroundingsOf(talk.all, at, { likely: first, signals: signalsAt(talk, at) });
    return {
      decision: likelyBy(around.decisions, known),
      action: likelyBy(around.actions, known),
    };
  }
  const { decision, action } = neighboursOf(talk.all, first, at);
  return {
    decision: probability(decision, around.decisions),
    action: probability(action, around.actions),
  };
}

function areTrees(around: ByKind<Weights> | ByKind<Trees>): around is ByKind<Trees> {
  return Array.isArray(around.decisions['trees']);
}

/** In a sequence of events with their times of day: "At 10:31 Ann joined. We agreed to restart it. At 10:38 it was full again." */
function isNarrated(all: readonly Utterance[], one: Utterance): boolean {
  if (!one.own['pastVerb'] || one.own['will'] || one.own['modal']) return false;
  const beside = [all[one.at - 1], all[one.at + 1]];
  return beside.some(
    (other) => other?.turn === one.turn && other.own['pastVerb'] && ofTime.test(other.text),
  );
}

const ofTime = /^(?:then |and |so )?at (?:about |around )?\d{1,2}[:.]\d{2}\b/i;

/** What is never a result, whatever else speaks for it. */
const noResult = ['empty', 'open', 'machine', 'secret', 'givenUp'];

const none: Likely = { decision: 0, action: 0 };
/** What says nothing has neighbours all the same. */
export const unlikely: Likely = { decision: 0.01, action: 0.01 };

/** Mere assent is no result by itself. */
export function saysSomething({ content, own }: Utterance): boolean {
  return content.size > 0 || ['number', 'takesOn', 'plainWork'].some((name) => own[name]);
}

/** All sentences, who leads the talk, and how many sentences name each word. */
export interface Talk {
  readonly all: readonly Utterance[];
  readonly chair: string;
  readonly counts: ReadonlyMap<string, number>;
}

export function talkOf(all: readonly Utterance[]): Talk {
  const counts = new Map<string, number>();
  for (const { content } of all)
    for (const word of content) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { all, chair: chairOf(all), counts };
}

/** A word of food or home that comes up so seldom is not what the team works on. */
const seldom = 2;
const fewWords = 5;

const timeOfDay = /\b(?:before|after|until|by|over) (?:lunch|dinner|breakfast)\b/i;

/** "Let's have pizza": short, and about what the talk as a whole is not about. */
function isOfHome({ counts }: Talk, { content, own, words, text }: Utterance): boolean {
  if (content.size > fewWords || own['listed'] || own['file']) return false;
  // The kebab in "kebab-case" is none.
  const compound = words.filter(({ text }) => text.includes('-')).map(({ lower }) => lower);
  return [...content].some(
    (word) =>
      lexicon.homeWords.has(word) &&
      !timeOfDay.test(text) &&
      (counts.get(word) ?? 0) <= seldom &&
      !compound.some((one) => one.includes(word)),
  );
}

/** Everything that is known of one sentence: from itself and from what is said around it. */
export function signalsAt({ all, chair }: Talk, at: number): Signals {
  const one = all[at];
  if (one === undefined) return {};
  const course = courseOf(all, one);
  const { central = 0, centralSum = 0 } = course;
  return {
    ...one.own,
    ...contextOf(all, at),
    ...course,
    ...formsOf(all, one),
    ...smallWordsOf(one),
    ...conclusionIn(all, one, { chair, central, centralSum }),
  };
}

/**
 * Each word of a sentence in its dictionary form, and each pair of words that stand side by side, with the sentence's begin and end;
 * those with a weight are common in the talk of teams.
 */
export function wordsIn({ words }: Utterance): Signals {
  const signals: Record<string, number> = {};
  let before = '<';
  for (const { lemma, lower } of words) {
    signals[`says_${lemma}`] = 1;
    signals[`pair_${before}_${lower}`] = 1;
    before = lower;
  }
  signals[`pair_${before}_>`] = 1;
  return signals;
}

export function probability(signals: Signals, weights: Weights): number {
  let sum = weights['bias'] ?? 0;
  for (const [name, value] of Object.entries(signals)) sum += (weights[name] ?? 0) * value;
  return 1 / (1 + Math.exp(-sum));
}

/** So much what is plainly said in a short talk adds to the odds: by measurement on the marked short talks. */
const saidPlainly = { work: 4, decision: 3 };

/** A likelihood with so much added to the logarithm of its odds. */
function withOdds(likely: number, added: number): number {
  return 1 / (1 + ((1 - likely) / likely) * Math.exp(-added));
}

const isOpen = ['question', ...notMeant, 'subjectThey', 'subjectYou'];

/** A proposal that somebody else plainly accepts is decided, however little is said around it. */
const settled = 0.6;

/** What somebody is asked for and plainly takes on is work, however shortly they say it. */
function handedOut({ all }: Talk, one: Utterance, likely: number): number {
  return isHandedOut(all, one) ? Math.max(likely, 0.6) : likely;
}

/** What is said to be decided needs nobody's yes. */
function stated({ own, content, text }: Utterance, likely: number): number {
  if (own['plainWork'] || own['noDecision']) return Math.min(likely, 0.2);
  if (own['label_action'] || own['label_task'] || own['label_people'] || own['label_about'])
    return Math.min(likely, 0.05);
  if (own['plainDecision'] && !own['label_decision']) {
    const said = withOdds(likely, saidPlainly.decision);
    if (own['explicit']) return Math.max(said, 0.75);
    return own['isTakenUp'] ? Math.max(said, settled) : said;
  }
  // "Revert that.", "Hold on, revert that."
  if (own['reversal'] && content.size < (own['refusal'] ? 3 : 2) && !own['explicit'])
    return Math.min(likely, 0.2);
  if (own['pastDecision'] || undecided.test(text)) return Math.min(likely, 0.2);
  if (minuted.test(text)) return Math.max(likely, 0.75);
  if (isOpen.some((name) => own[name]))
    return own['label_decision'] && !own['question'] ? 0.9 : likely;
  if (own['label_decision']) return 0.95;
  if (own['label_talk']) return Math.min(likely, 0.2);
  if (own['explicit'] && !own['talk'] && !own['promisesMind']) return Math.max(likely, 0.75);
  if (own['refuses']) return Math.max(likely, 0.6);
  return likely;
}

/** Under the decisions of minutes: "No decision yet on the cache." */
const undecided =
  /^(?:[-*•]\s+|\d+[.)]\s+)?(?:no decision|not decided|undecided|nothing decided)\b/i;

/** "2.2 It was resolved that the chair may spend 200 euros": in minutes also what may be, and what is said of last year. */
const minuted =
  /^(?:[-*•]\s+|\d+(?:\.\d+)*\.?\s+)?it was (?:therefore |then |finally |also |further )?(?:resolved|agreed|decided) (?:that|to)\b/i;

/** "If it breaks, I'll fix it" is promised to nobody; "if you send me the list" is. */
const onlyIf = /^(?:but |and |so )?if (?!you\b)/i;

/** "I fixed the flaky test." */
function isOfPast({ own, words }: Utterance): boolean {
  const said = words.slice(leadOf(words).length).filter(({ tag }) => tag !== 'ADV');
  const [first, verb] = said;
  return (
    first?.lower === 'i' && verb?.tag === 'VERB' && isPast(verb) && !own['will'] && !own['modal']
  );
}

/** "I'm still waiting for Priya to review it" is work of Priya. */
const waits = /^(?:i['’]m|i am|we['’]re|we are) (?:still )?waiting (?:for|on)\b/i;

/** What is written as a task is one. */
function written(one: Utterance, likely: number): number {
  const { own, text } = one;
  if (own['label_decision'] || own['label_people'] || own['label_about'])
    return Math.min(likely, 0.05);
  if (own['label_action'] || own['label_task']) return own['past'] ? Math.min(likely, 0.2) : 0.95;
  if (own['plainWork']) return withOdds(likely, saidPlainly.work);
  if (own['noWork']) return Math.min(likely, 0.2);
  if (own['nameTo'] && !own['question']) return Math.max(likely, 0.7);
  const isNone =
    own['talk'] || own['refuses'] || isOfPast(one) || onlyIf.test(text) || waits.test(text);
  return isNone ? Math.min(likely, 0.25) : likely;
}
