import type { Row } from '../regression.ts';

/** A signal that fewer rows show is left out: it would tell of them alone. */
const leastRows = 40;
/** So many steps the values of one signal are told apart in. */
const mostBins = 32;

/**
 * The values of all rows as steps of their signals. A step is a place in one list of the steps of all signals, so that one pass over
 * the entries of a row counts it for each of its signals; what a row does not show is 0, and has no entry.
 */
export interface Bins {
  readonly signals: readonly string[];
  /** For each signal: the values above which its next step begins, ascending. */
  readonly cuts: readonly (readonly number[])[];
  /** For each signal, and one behind the last: where its steps begin. */
  readonly offsets: Int32Array;
  /** For each signal: the step in which 0 is. */
  readonly zeros: Int32Array;
  /** The entries of all rows one behind the other, and where those of each row begin. */
  readonly entries: Int32Array;
  readonly begins: Int32Array;
  /** For each signal the step of every row within it. */
  readonly columns: readonly Uint8Array[];
}

export function binsOf(rows: readonly Row[]): Bins {
  const values = commonValues(rows);
  const signals = [...values.keys()];
  const cuts = [...values.values()].map(cutsOf);
  const offsets = new Int32Array(cuts.length + 1);
  for (const [at, own] of cuts.entries()) offsets[at + 1] = (offsets[at] ?? 0) + own.length + 1;
  const zeros = Int32Array.from(cuts, (own) => stepOf(own, 0));
  const placeOf = new Map(signals.map((name, at) => [name, at]));
  const columns = signals.map((_, at) => new Uint8Array(rows.length).fill(zeros[at] ?? 0));
  const [entries, begins]: [number[], number[]] = [[], [0]];
  for (const [row, { signals: shown }] of rows.entries()) {
    for (const [name, value] of Object.entries(shown)) {
      const at = placeOf.get(name);
      const column = at === undefined ? undefined : columns[at];
      if (at === undefined || column === undefined) continue;
      const step = stepOf(cuts[at] ?? [], value);
      if (step === zeros[at]) continue;
      column[row] = step;
      entries.push((offsets[at] ?? 0) + step);
    }
    begins.push(entries.length);
  }
  return {
    signals,
    cuts,
    offsets,
    zeros,
    entries: Int32Array.from(entries),
    begins: Int32Array.from(begins),
    columns,
  };
}

/** The values of each signal that enough rows show. */
function commonValues(rows: readonly Row[]): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const { signals } of rows) {
    for (const [name, value] of Object.entries(signals)) {
      if (value === 0) continue;
      const known = values.get(name);
      if (known === undefined) values.set(name, [value]);
      else known.push(value);
    }
  }
  return new Map([...values].filter(([, own]) => own.length >= leastRows));
}

/** Between the values, or where there are many, between equal shares of them; 0 is one of them. */
function cutsOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from([0, ...values]).sort();
  const different = [...new Set(sorted)];
  const chosen = different.length <= mostBins ? different : sharesOf(sorted);
  return chosen.slice(1).map((value, at) => (value + (chosen[at] ?? value)) / 2);
}

function sharesOf(sorted: Float64Array): number[] {
  const places = Array.from({ length: mostBins }, (_, at) =>
    Math.floor((at * (sorted.length - 1)) / (mostBins - 1)),
  );
  return [...new Set([0, ...places.map((at) => sorted[at] ?? 0)])].toSorted(
    (one, other) => one - other,
  );
}

/** How many cuts are below a value. */
function stepOf(cuts: readonly number[], value: number): number {
  let step = 0;
  while (step < cuts.length && value > (cuts[step] ?? 0)) step += 1;
  return step;
}
