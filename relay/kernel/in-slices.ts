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
