import { common } from '../words/content.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** How likely a sentence is part of a decision and of an action item, 0 to 1. */
export interface Likely {
  readonly decision: number;
  readonly action: number;
}

/** How far its neighbours are looked at, in sentences and in turns. */
const sentences = 14;
const turns = 4;
const mostSum = 3;

type Kind = keyof Likely;

/**
 * What the likelihoods of the sentences around one tell of it: the answer to a likely proposal is one more likely itself, and what
 * somebody takes on was often decided before.
 */
export function neighboursOf(
  all: readonly Utterance[],
  likely: readonly Likely[],
  at: number,
): Record<Kind, Signals> {
  return {
    decision: signalsFor('decision', all, likely, at),
    action: signalsFor('action', all, likely, at),
  };
}

function signalsFor(
  kind: Kind,
  all: readonly Utterance[],
  likely: readonly Likely[],
  at: number,
): Signals {
  const one = all[at];
  const own = likely[at];
  if (one === undefined || own === undefined) return {};
  const other: Kind = kind === 'decision' ? 'action' : 'decision';
  const found: Signals = {
    ownOdds: Math.log(own[kind] / (1 - own[kind])) / 3,
    own: own[kind],
    ownOther: own[other],
  };
  const raise = (name: string, value: number) => {
    if (value > (found[name] ?? 0)) found[name] = value;
  };
  let sum = 0;
  for (let place = at - sentences; place <= at + sentences; place += 1) {
    const near = all[place];
    const its = likely[place];
    if (near === undefined || its === undefined || place === at) continue;
    const away = near.turn - one.turn;
    if (Math.abs(away) > turns) continue;
    const where = whereIs(away);
    raise(`near${where}`, its[kind]);
    raise(`other${where}`, its[other]);
    if (common(one.content, near.content) > 0) raise(`related${where}`, its[kind]);
    sum += its[kind];
  }
  found['nearSum'] = Math.min(sum, mostSum) / 2;
  return found;
}

function whereIs(away: number): string {
  if (away === 0) return 'Same';
  const side = away > 0 ? 'After' : 'Before';
  return Math.abs(away) === 1 ? `${side}Next` : `${side}Some`;
}
