import type { Utterance } from './signals.ts';
import { takesOverTurn } from '../words/to-machine.ts';

/** The same sentences, where all of a turn that tells a machine to do something is said to it. */
export function withWholeInstructions(all: readonly Utterance[]): Utterance[] {
  const begins = all.filter(({ speaker, text }) => speaker !== '' && takesOverTurn(text));
  const turns = new Set(begins.map(({ turn }) => turn));
  return all.map((one) =>
    turns.has(one.turn) ? { ...one, own: { ...one.own, machine: 1 } } : one,
  );
}
