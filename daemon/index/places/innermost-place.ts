import type { Place, Span } from './place.ts';
import type { FilePlaces } from './file-places.ts';

interface Entry extends Span {
  readonly place: Place;
  /** The entry around this one; -1 at the top. */
  readonly outer: number;
}

const known = new WeakMap<FilePlaces, readonly Entry[]>();

/** The finest place whose code holds the UTF-16 offset; `undefined` between places and in leading comments. */
export function innermostPlaceAt(places: FilePlaces, offset: number): Place | undefined {
  const entries = entriesOf(places);
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  let entry = entries[low - 1];
  while (entry !== undefined && entry.end <= offset) entry = entries[entry.outer];
  return entry?.place;
}

/** All spans by their start, outer ones first. Spans lie in each other or apart. */
function entriesOf(places: FilePlaces): readonly Entry[] {
  const found = known.get(places);
  if (found !== undefined) return found;
  const spans = places.places.flatMap((place) =>
    place.spans.map(({ start, end }) => ({ start, end, place })),
  );
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  const entries: Entry[] = [];
  const open: number[] = [];
  for (const span of spans) {
    while (open.length > 0 && (entries[open.at(-1) ?? 0]?.end ?? 0) <= span.start) open.pop();
    entries.push({ ...span, outer: open.at(-1) ?? -1 });
    open.push(entries.length - 1);
  }
  known.set(places, entries);
  return entries;
}
