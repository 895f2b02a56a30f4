import type { Reservation } from '../../shared/reservations/collisions.ts';
import { maxAlsoNamed } from '../../shared/reservations/denial.ts';
import type { Conflict } from '../../shared/reservations/rules.ts';

/**
 * RSV-9: what else of the same holder is in the way of `asker`, beside what was found first: giving up only that would not help.
 * `find` looks for the first conflict among some reservations.
 */
export async function alsoHeld<R extends Reservation>(
  first: Conflict<R>,
  { reservations, asker }: { readonly reservations: readonly R[]; readonly asker: string },
  find: (among: readonly R[]) => Promise<Conflict<R> | undefined>,
): Promise<string[]> {
  const of = (sessionId: string) => reservations.filter((one) => one.sessionId === sessionId);
  const [mine, theirs] = [of(asker), of(first.reservation.sessionId)];
  const found = [first.reservation];
  while (found.length < theirs.length && found.length <= maxAlsoNamed + 1) {
    const left = theirs.filter((one) => !found.includes(one));
    const next = await find([...mine, ...left]);
    if (next === undefined) break;
    found.push(next.reservation);
  }
  return found.slice(1).map(({ symbol }) => symbol);
}
