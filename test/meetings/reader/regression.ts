import type { Signals } from '../../../relay/meetings/reader/signals/values.ts';
import type { Weights } from '../../../relay/meetings/reader/weights.ts';

/** What is known of a sentence, and whether a reader has marked it. */
export interface Row {
  readonly signals: Signals;
  readonly marked: boolean;
}

const steps = 250;
const rate = 0.05;

/**
 * Logistic regression by gradient descent with a step of its own for each weight (Adam). A weight is drawn to its expected value, or
 * to 0 where nothing is expected of it, as strongly as `restraintOf` says, since few sentences show each signal. It does not change
 * the sign that is expected.
 */
export function regression(
  rows: readonly Row[],
  expected: Weights,
  restraintOf: (name: string) => number,
): Weights {
  const names = ['bias', ...new Set(rows.flatMap(({ signals }) => Object.keys(signals)))];
  const sparse = sparseOf(rows, names);
  const wanted = names.map((name) => expected[name] ?? 0);
  const restraint = names.map((name) => (name === 'bias' ? 0 : restraintOf(name)));
  const weights = new Float64Array(names.length);
  const [mean, square] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (let step = 1; step <= steps; step += 1) {
    const slope = slopeAt(sparse, weights);
    for (let at = 0; at < names.length; at += 1) {
      const [weight = 0, wish = 0] = [weights[at], wanted[at]];
      const down = (slope[at] ?? 0) + (restraint[at] ?? 0) * (weight - wish);
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * down;
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * down * down;
      const size = Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** step)) + 1e-8;
      const next = weight - (rate * (mean[at] ?? 0)) / (1 - 0.9 ** step) / size;
      weights[at] = next * wish < 0 ? 0 : next;
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]));
}

/** The signals of all rows one behind the other: their places, their values, and where each row begins. */
interface Sparse {
  readonly places: Int32Array;
  readonly values: Float64Array;
  readonly begins: Int32Array;
  readonly marked: readonly boolean[];
}

function sparseOf(rows: readonly Row[], names: readonly string[]): Sparse {
  const placeOf = new Map(names.map((name, at) => [name, at]));
  const [places, values, begins]: [number[], number[], number[]] = [[], [], [0]];
  for (const { signals } of rows) {
    for (const [name, value] of Object.entries({ ...signals, bias: 1 })) {
      places.push(placeOf.get(name) ?? 0);
      values.push(value);
    }
    begins.push(places.length);
  }
  return {
    places: Int32Array.from(places),
    values: Float64Array.from(values),
    begins: Int32Array.from(begins),
    marked: rows.map(({ marked }) => marked),
  };
}

function slopeAt({ places, values, begins, marked }: Sparse, weights: Float64Array): Float64Array {
  const slope = new Float64Array(weights.length);
  for (const [row, is] of marked.entries()) {
    const [from = 0, to = 0] = [begins[row], begins[row + 1]];
    let sum = 0;
    for (let at = from; at < to; at += 1)
      sum += (weights[places[at] ?? 0] ?? 0) * (values[at] ?? 0);
    const miss = 1 / (1 + Math.exp(-sum)) - Number(is);
    for (let at = from; at < to; at += 1) {
      const place = places[at] ?? 0;
      slope[place] = (slope[place] ?? 0) + miss * (values[at] ?? 0);
    }
  }
  return slope;
}
