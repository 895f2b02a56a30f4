import { firstFew } from '../../../../shared/kernel/first-few.ts';
import { shownId, shownUser } from '../../../../shared/kernel/display.ts';
import { isTopLevel, nameOfSymbol } from '../../../../shared/kernel/symbol-id.ts';
import { linesOnly } from '../../../../shared/reservations/places.ts';
import type { GateRun } from '../../../../shared/gate/runs.ts';

/** What of its file is reserved, in a word; `symbol` is an id, or empty for the whole file. */
export function holdName(symbol: string): string {
  if (symbol === '') return 'whole file';
  if (isTopLevel(symbol)) return 'top level';
  const name = nameOfSymbol(symbol);
  return name === linesOnly ? 'some lines' : shownId(name, 80);
}

interface Place {
  readonly file: string;
  readonly symbols: readonly string[];
}

/** `total, tax and 3 more · src/checkout/total.ts`. */
export function symbolsLabel({ file, symbols }: Place, most = 2): string {
  const named = firstFew(symbols, most, holdName);
  return symbols.length === 0 ? shownId(file) : `${named} · ${shownId(file)}`;
}

/** The same with the end of the path alone: what is shown where there is little room, with the whole path at hand. */
export function shortPlace({ file, symbols }: Place): string {
  return symbolsLabel({ file: file.split('/').slice(-2).join('/'), symbols });
}

/**
 * What an agent of `user` is called beside one of `whose`: a person who runs two is not told of by the same name twice. `me` is who
 * reads it.
 */
export function otherName(user: string, whose: string, me: string): string {
  if (user !== whose) return shownUser(user);
  return user === me ? 'another agent of yours' : 'another agent of theirs';
}

/** GAT-6: who says that the tests of a run passed or failed. */
export const proofWords: Readonly<Record<GateRun['kind'], string>> = {
  attested: 'A daemon ran the tests itself on exactly this commit, and signed what came of them.',
  reported: 'An agent says that it ran the tests.',
};
