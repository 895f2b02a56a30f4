import { fitsFrom } from '../../shared/decisions/fit.ts';

/**
 * SIM-1: how near a record is to a question, from 0 to 1. It is a function of the two texts and the embedder alone: neither other
 * records nor the length or the order of an answer change it.
 */

/** How to read the cosines of an embedder: texts of different matters have `unrelated`, a question and its answer `same`. */
export interface Curve {
  readonly unrelated: number;
  readonly same: number;
}

/** What is known of a question and a record. Without the vector of one of them `cosine` is undefined. */
export interface Pair {
  readonly cosine: number | undefined;
  /** The share of the question's words that the record has, 0 to 1. */
  readonly coverage: number;
  /** The share of the question that the embedder knows, or that stands in the record: 0 to 1. */
  readonly understood: number;
}

/** For an embedder whose own curve is not known. */
export const usualCurve: Curve = { unrelated: 0.2, same: 0.7 };

/** SIM-3: beside a result that fits, what reaches this is shown too. */
export const shownFrom = 0.125;

/** On the curve, `unrelated` is mapped to the first and `same` to one less the first. */
const atUnrelated = 0.1;
/** A question that is understood in part says little, so its cosine counts less than that part. */
const understoodPower = 1.5;
/** All words in common, and nothing known of the meaning. */
const mostByWords = 0.9;
/** One common word of many says little beside the meaning; where there is nothing else it has to do. */
const coveragePower = 3;
const coveragePowerAlone = 2 / 3;
/** How much of the room above the greater of the two the lesser adds. */
const lesserPart = 0.15;
const precision = 10_000;

/** SIM-1: rises with each of the three. Rounded to four digits, so that two ways to add up a cosine give the same. */
export function similarityOf({ cosine, coverage, understood }: Pair, curve: Curve): number {
  const power = cosine === undefined ? coveragePowerAlone : coveragePower;
  const words = mostByWords * coverage ** power;
  const meaning = cosine === undefined ? 0 : meaningOf(cosine, understood, curve);
  const [less, more] = [Math.min(words, meaning), Math.max(words, meaning)];
  const similarity = more + (1 - more) * lesserPart * less;
  return Math.round(similarity * precision) / precision;
}

/** A logistic curve over the cosine. */
function meaningOf(cosine: number, understood: number, { unrelated, same }: Curve): number {
  const counted = Math.max(0, cosine) * understood ** understoodPower;
  const steepness = (2 * Math.log(1 / atUnrelated - 1)) / (same - unrelated);
  return 1 / (1 + Math.exp(-steepness * (counted - (unrelated + same) / 2)));
}

/**
 * SIM-3: the hits that are shown, of hits with the best first. With `least` those that reach it; otherwise none when the best does
 * not fit.
 */
export function fitting<T extends { readonly similarity: number }>(
  hits: readonly T[],
  least: number | undefined,
): readonly T[] {
  if (least !== undefined) return hits.filter(({ similarity }) => similarity >= least);
  if ((hits[0]?.similarity ?? 0) < fitsFrom) return [];
  return hits.filter(({ similarity }) => similarity >= shownFrom);
}
