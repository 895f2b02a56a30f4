import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastOf, type Group } from './groups.ts';
import { probability } from './score.ts';
import { afterwardsOf } from './signals/afterwards.ts';
import { rivalsOf } from './rivals.ts';
import type { Utterance } from './signals/signals.ts';
import type { Signals } from './signals/values.ts';
import type { Weights } from './weights.ts';

/** Before other work gets its turn. */
const groupsAtOnce = 5;

export interface Weighing {
  readonly weights: Weights;
  /** In a short talk an action item is as likely as its sentences, and what is said to be decided stands more easily (MTG-2). */
  readonly isShort: boolean;
}

/** One group with what is known of it, and how likely it stands. */
export interface Weighed {
  readonly group: Group;
  readonly signals: Signals;
  readonly likely: number;
}

/**
 * MTG-11: the groups with how likely each stands at the end of the talk: it was meant, nobody took it back, and no other one says it
 * better. In the order in which they are said. Those that `keeps` holds for are as likely as their sentences are.
 */
export async function standing(
  groups: readonly Group[],
  all: readonly Utterance[],
  { weights, keeps }: { readonly weights: Weights; readonly keeps: (one: Weighed) => boolean },
): Promise<Group[]> {
  const weighed: Group[] = [];
  for (const [place, group] of groups.entries()) {
    const signals = standingSignals(all, groups, place);
    const likely = probability(signals, weights);
    weighed.push(keeps({ group, signals, likely }) ? group : { ...group, score: likely });
    if (place % groupsAtOnce === 0) await nextTurn();
  }
  return weighed.toSorted((one, other) => one.main.utterance.at - other.main.utterance.at);
}

/** Whether something is said against a result, or something surer instead of it. */
export function isContested(signals: Signals): boolean {
  return Object.keys(signals).some((name) => against.test(name));
}

const against =
  /^(?:reversal|grants|objects|concedes|instead)[S12]$|^rival(?:Granted|Objected)$|^againSurer$/;

/** What is known of one group: how sure its sentences are, its main sentence by itself, what is said afterwards, and its rivals. */
export function standingSignals(
  all: readonly Utterance[],
  groups: readonly Group[],
  place: number,
): Signals {
  const group = groups[place];
  if (group === undefined) return {};
  const { members, main, content, score } = group;
  const { own, at } = main.utterance;
  const said = Object.entries(own).flatMap(([name, value]) =>
    stated.test(name) ? [] : [[`own_${name}`, value] as const],
  );
  return {
    ...Object.fromEntries(said),
    ...afterwardsOf(all, { last: lastOf(group), content }),
    ...rivalsOf(all, groups, place),
    odds: oddsOf(score),
    mainOdds: oddsOf(main.score),
    [`members${Math.min(members.length, 3)}`]: 1,
    words: Math.min(content.size, 8) / 4,
    [`mainWords${Math.min(main.utterance.content.size, 2)}`]: 1,
    place: at / all.length,
  };
}

/** What is said or written to be a result is as likely one as its rule says. */
const stated =
  /^(?:explicit|refuses|listed|pastDecision|underHeading|nameTo|label_.*|plain.*|no(?:Work|Decision)|saysAll|takesUp)$/;

function oddsOf(likely: number): number {
  const bounded = Math.min(0.999, Math.max(0.001, likely));
  return Math.log(bounded / (1 - bounded)) / 2;
}
