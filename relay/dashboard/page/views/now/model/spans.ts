import type { Counts, Kind, Lane } from './activity.ts';

const words: Record<Kind, readonly [string, string]> = {
  edits: ['edit', 'edits'],
  denials: ['denial', 'denials'],
  overwrites: ['overwrite', 'overwrites'],
  decisions: ['decision', 'decisions'],
  commits: ['commit', 'commits'],
};
const kinds = Object.keys(words) as Kind[];

/** How often in `count` slots from `start`. */
export function countsIn({ slots }: Lane, start: number, count: number): Counts {
  const sum = { edits: 0, denials: 0, overwrites: 0, decisions: 0, commits: 0 };
  for (let slot = start; slot < start + count; slot++)
    for (const kind of kinds) sum[kind] += slots.get(slot)?.[kind] ?? 0;
  return sum;
}

/** `3 edits, 1 denial`; empty where nothing happened. */
export function wordsOf(counts: Counts): string {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${words[kind][counts[kind] === 1 ? 0 : 1]}`)
    .join(', ');
}

/** The edits of each `size` slots from `first`, up to `slots`. */
export function editsBy(lane: Lane, first: number, slots: number, size: number): number[] {
  return Array.from(
    { length: Math.ceil(slots / size) },
    (_, at) => countsIn(lane, first + at * size, size).edits,
  );
}

/** What is not an edit, with its place from 0 to 1; of one kind at most one in every `apart` slots. */
export function marksOf(lane: Lane, first: number, slots: number, apart: number) {
  const places = new Map<string, { readonly kind: Kind; readonly at: number }>();
  for (const [slot, counts] of lane.slots)
    for (const kind of kinds)
      if (kind !== 'edits' && counts[kind] > 0 && slot >= first)
        places.set(`${kind} ${Math.floor((slot - first) / apart)}`, {
          kind,
          at: (slot - first + 0.5) / slots,
        });
  return [...places].map(([key, place]) => ({ key, ...place }));
}
