import { setImmediate as nextTurn } from 'node:timers/promises';

/** As many small items as take about a millisecond. */
const manyAtOnce = 500;

/** Maps many items slice by slice; hooks are answered between two slices. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (slice: readonly T[]) => readonly R[],
  itemsAtOnce: number = manyAtOnce,
): Promise<R[]> {
  const mapped: R[] = [];
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    if (at > 0) await nextTurn();
    mapped.push(...map(items.slice(at, at + itemsAtOnce)));
  }
  return mapped;
}

/** The result of work that yields where it may be interrupted, without an interruption. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** The same, with `turn` awaited wherever the work yields: others are served meanwhile. */
export async function inTurns<Result>(
  work: Generator<void, Result>,
  turn: () => Promise<unknown> = nextTurn,
): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await turn();
  }
}
