import type { Tree, Trees } from '../../../../relay/meetings/reader/trees.ts';
import type { Row } from '../regression.ts';
import { binsOf } from './bins.ts';
import { grow, type Growth } from './grow.ts';

const growth: Growth = { leaves: 16, leastRows: 40, restraint: 5, rate: 0.1 };
const trees = 150;

/**
 * Gradient boosting: each tree is grown on what the trees before it miss, with the derivatives of the logarithmic loss (Friedman 2001;
 * the second derivative as in XGBoost, the histograms as in LightGBM).
 */
export function boosted(rows: readonly Row[]): Trees {
  const bins = binsOf(rows);
  const is = Float64Array.from(rows, ({ marked }) => Number(marked));
  const share = is.reduce((sum, one) => sum + one, 0) / rows.length;
  const bias = Math.log(share / (1 - share));
  const odds = new Float64Array(rows.length).fill(bias);
  const grown: Tree[] = [];
  for (let round = 0; round < trees; round += 1) {
    const likely = odds.map((own) => 1 / (1 + Math.exp(-own)));
    const slopes = {
      slope: likely.map((one, at) => one - (is[at] ?? 0)),
      curve: likely.map((one) => one * (1 - one)),
    };
    grown.push(grow(bins, slopes, odds, growth));
  }
  return withUsedSignals({ bias, signals: bins.signals, trees: grown });
}

/** Only the signals that a tree asks for, by their new places. */
function withUsedSignals({ bias, signals, trees: grown }: Trees): Trees {
  const places = new Map<number, number>();
  const renamed = (tree: Tree): Tree => {
    if (typeof tree === 'number') return tree;
    const [signal, above, low, high] = tree;
    if (!places.has(signal)) places.set(signal, places.size);
    return [places.get(signal) ?? 0, above, renamed(low), renamed(high)];
  };
  const all = grown.map(renamed);
  return { bias, signals: [...places.keys()].map((at) => signals[at] ?? ''), trees: all };
}
