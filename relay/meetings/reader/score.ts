import { isAccepted, notMeant } from './accepted.ts';
import { contextOf } from './context.ts';
import { chairOf, conclusionIn } from './chair.ts';
import { courseOf } from './course.ts';
import { formsOf, smallWordsOf } from './forms.ts';
import type { Signals, Utterance } from './signals.ts';
import type { ReaderWeights, Weights } from './weights.ts';

/** How likely a sentence is part of a decision and of an action item, 0 to 1. */
export interface Likely {
  readonly decision: number;
  readonly action: number;
}

export function likelyOf(talk: Talk, at: number, { decisions, actions }: ReaderWeights): Likely {
  const one = talk.all[at];
  if (one === undefined || !saysSomething(one)) return { decision: 0, action: 0 };
  if (one.own['empty'] || one.own['open'] || one.own['machine'] || one.own['secret'])
    return { decision: 0, action: 0 };
  const signals = signalsAt(talk, at);
  return {
    decision: stated(one, settled(talk, one, probability(signals, decisions))),
    action: written(one, probability(signals, actions)),
  };
}

/** Mere assent is no result by itself. */
export function saysSomething({ content, own }: Utterance): boolean {
  return content.size > 0 || Boolean(own['number'] || own['takesOn']);
}

/** All sentences, and who leads the talk. */
export interface Talk {
  readonly all: readonly Utterance[];
  readonly chair: string;
}

export function talkOf(all: readonly Utterance[]): Talk {
  return { all, chair: chairOf(all) };
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

export function probability(signals: Signals, weights: Weights): number {
  let sum = weights['bias'] ?? 0;
  for (const [name, value] of Object.entries(signals)) sum += (weights[name] ?? 0) * value;
  return 1 / (1 + Math.exp(-sum));
}

const isOpen = ['question', ...notMeant, 'subjectThey', 'subjectYou'];

/** A proposal that somebody else plainly accepts is decided, however little is said around it. */
function settled({ all }: Talk, one: Utterance, likely: number): number {
  return isAccepted(all, one) ? Math.max(likely, 0.6) : likely;
}

/** What is said to be decided needs nobody's yes. */
function stated({ own }: Utterance, likely: number): number {
  if (own['label_action'] || own['label_task'] || own['label_people'] || own['label_about'])
    return Math.min(likely, 0.05);
  if (own['pastDecision']) return Math.min(likely, 0.2);
  if (isOpen.some((name) => own[name]))
    return own['label_decision'] && !own['question'] ? 0.9 : likely;
  if (own['label_decision']) return 0.95;
  if (own['label_talk']) return Math.min(likely, 0.2);
  if (own['explicit'] && !own['talk'] && !own['promisesMind']) return Math.max(likely, 0.75);
  if (own['refuses']) return Math.max(likely, 0.6);
  return likely;
}

/** What is written as a task is one. */
function written({ own }: Utterance, likely: number): number {
  if (own['label_decision'] || own['label_people'] || own['label_about'])
    return Math.min(likely, 0.05);
  if (own['label_action'] || own['label_task']) return own['past'] ? Math.min(likely, 0.2) : 0.95;
  return own['talk'] ? Math.min(likely, 0.25) : likely;
}
