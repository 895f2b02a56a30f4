import { grouped } from '../kernel/grouped.ts';
import type { ConflictOptions, Reservation, WantedPlace } from './collisions.ts';
import { inEveryBase, joined, touch, type LineRange } from './lines.ts';
import { wholeFile, type Place } from './places.ts';

/** So few are all looked at. */
const few = 8;

/**
 * Wanted places of one file, to find those with which a reservation can collide: a file may have thousands of reservations, and a
 * write hundreds of places. Where the caller compares the lines, each place counts.
 */
export class PlaceIndex<P extends WantedPlace> {
  private readonly index: Index | undefined;

  constructor(
    private readonly places: readonly P[],
    private readonly options: ConflictOptions,
  ) {
    const isFew = places.length <= few || options.compareLines !== undefined;
    this.index = isFew ? undefined : new Index(places);
  }

  /** All places with which it collides (RSV-12) and maybe others, in their order. */
  around(held: Reservation): readonly P[] {
    const { index, places } = this;
    if (index === undefined || held.symbol === wholeFile || index.linesMeet(held)) return places;
    const found = index.named(held, this.options.policy === 'symbols');
    return [...found].sort((one, other) => one - other).map((at) => places[at] as P);
  }
}

class Index {
  private readonly bySymbol: Map<string, number[]>;
  private readonly byWithin: Map<string, number[]>;
  private readonly lengths: ReadonlySet<number>;
  /** Names with where their places are, sorted: parts lie beside each other. */
  private readonly sorted: readonly string[];
  private readonly changed = new Map<string, ChangedRanges>();
  private readonly trees: ReadonlySet<string | undefined>;

  constructor(places: readonly Place[]) {
    const indices = [...places.keys()];
    this.bySymbol = grouped(indices, (at) => places[at]?.symbol);
    this.byWithin = grouped(indices, (at) => places[at]?.within);
    this.sorted = [...this.bySymbol.keys()].sort(byCodeUnit);
    this.lengths = new Set(this.sorted.map(({ length }) => length));
    const lines = places.flatMap((place) => place.lines ?? []);
    this.trees = new Set(lines.map(({ tree }) => tree));
    for (const [base, all] of grouped(lines.flatMap(inEveryBase), (one) => one.base))
      this.changed.set(base, new ChangedRanges(all.flatMap(({ ranges }) => ranges)));
  }

  /** RSV-3, RSV-12: those whose names may overlap with the held one. */
  named({ symbol, within }: Place, areSymbolsCompared: boolean): Set<number> {
    const found = new Set(this.bySymbol.get(wholeFile));
    const add = (some: readonly number[] | undefined) => some?.forEach((at) => found.add(at));
    add(this.bySymbol.get(symbol));
    for (let at = symbol.indexOf('.'); at !== -1; at = symbol.indexOf('.', at + 1))
      if (this.lengths.has(at)) add(this.bySymbol.get(symbol.slice(0, at)));
    for (const part of this.partsOf(symbol)) add(this.bySymbol.get(part));
    // The file's top level has what is in no symbol.
    if (within === '') add(this.bySymbol.get(''));
    if (symbol === '') add(this.byWithin.get(''));
    if (areSymbolsCompared) add(this.byWithin.get(within));
    return found;
  }

  private partsOf(symbol: string): readonly string[] {
    const from = firstAt(this.sorted.length, (at) => (this.sorted[at] ?? '') >= `${symbol}.`);
    const isPart = (at: number) => this.sorted[at]?.startsWith(`${symbol}.`) === true;
    let end = from;
    while (isPart(end)) end += 1;
    return this.sorted.slice(from, end);
  }

  /** RSV-11: whether lines of any of the places may touch the held ones. Those of one work tree are not compared. */
  linesMeet({ lines }: Place): boolean {
    if (lines === undefined) return false;
    if (lines.tree !== undefined && this.trees.size === 1 && this.trees.has(lines.tree))
      return false;
    return inEveryBase(lines).some(({ base, ranges }) => this.changed.get(base)?.touch(ranges));
  }
}

/** The changed lines of all places in one base. */
class ChangedRanges {
  private readonly plain: readonly LineRange[];
  private readonly adding: readonly LineRange[];

  constructor(ranges: readonly LineRange[]) {
    this.plain = joined(ranges.filter(({ addsImports }) => !addsImports));
    this.adding = joined(ranges.filter(({ addsImports }) => addsImports));
  }

  /** Two that both only add imports do not touch. */
  touch(ranges: readonly LineRange[]): boolean {
    return ranges.some(
      (range) =>
        touchesAny(range, this.plain) || (!range.addsImports && touchesAny(range, this.adding)),
    );
  }
}

/** The others are sorted, and do not touch each other. */
function touchesAny(range: LineRange, others: readonly LineRange[]): boolean {
  const other = others[firstAt(others.length, (at) => (others[at]?.end ?? 0) >= range.start)];
  return other !== undefined && touch(range, other);
}

/** The first index of which it holds, where it holds of all behind it as well. */
function firstAt(length: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
