import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many are worked on before other work gets its turn, since hooks wait meanwhile. */
const atOnce = 5;

/** What `work` makes of each, in their order. */
export async function inTurns<One, Made>(
  all: readonly One[],
  work: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, one] of all.entries()) {
    made.push(work(one));
    if (at % atOnce === 0) await nextTurn();
  }
  return made;
}
