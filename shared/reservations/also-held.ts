import { maxAlsoNamed } from './denial.ts';
import type { Reservation } from './collisions.ts';
import type { Conflict } from './rules.ts';

/** Why a write is denied. */
export interface Blocked<R extends Reservation> {
  readonly conflict: Conflict<R>;
  /** Names of what else the same holder has in the way; of more than can be named only some. */
  readonly alsoHeld: readonly string[];
}

/**
 * RSV-9: the first of the conflicts that a write has, and what else its holder has in the way: getting only the first would not
 * help. Undefined when there is none.
 */
export function blockedBy<R extends Reservation>(
  conflicts: Iterable<Conflict<R>>,
): Blocked<R> | undefined {
  let conflict: Conflict<R> | undefined;
  const names = new Set<string>();
  for (const one of conflicts) {
    conflict ??= one;
    if (one.reservation.sessionId === conflict.reservation.sessionId)
      names.add(one.reservation.symbol);
    if (names.size > maxAlsoNamed + 1) break;
  }
  return conflict && { conflict, alsoHeld: [...names].slice(1) };
}
