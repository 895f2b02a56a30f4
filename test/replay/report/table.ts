import { quantile } from '../../bench/support/statistics.ts';
import type { Outcome } from '../playing/outcome.ts';
import { wilson } from '../text/statistics.ts';
import { kinds } from './kinds.ts';
import { figuresOf, type Figures, type Share } from './figures.ts';

type Row = readonly [name: string, cell: (figures: Figures) => string];

const rows: readonly Row[] = [
  ['conflicting pairs', ({ prevented }) => `${prevented.of}`],
  ['  prevented entirely', ({ prevented }) => withInterval(prevented)],
  ['  or left to a union of imports', (one) => withInterval(one.preventedOrImports)],
  ['  left to a union of imports', ({ leftToImports }) => `${leftToImports}`],
  ['  denied somewhere', ({ deniedInConflicting }) => percent(deniedInConflicting)],
  ['clean pairs', ({ cleanDenied }) => `${cleanDenied.of}`],
  ['  denied', ({ cleanDenied }) => withInterval(cleanDenied)],
  ['denied edits', ({ denialsTouching }) => `${denialsTouching.of}`],
  ['  touching lines', ({ denialsTouching }) => percent(denialsTouching)],
  ['told of a race after an allowed write', ({ raced }) => `${raced}`],
  ['first side not written', ({ errorsOfA }) => `${errorsOfA}`],
  ['later edits skipped', ({ skipped }) => `${skipped}`],
  ['preToolUse, file held, p50/p99 ms', ({ heldMs }) => latency(heldMs)],
  ['preToolUse, otherwise, p50/p99 ms', ({ freeMs }) => latency(freeMs)],
  ['postToolUse, p50/p99 ms', ({ postMs }) => latency(postMs)],
  ['radar warned of what was left', ({ warned }) => percent(warned)],
  ['second clone on another base', ({ otherBases }) => `${otherBases}`],
  ['pairs that failed', ({ failed }) => `${failed}`],
  ['files with a conflict left', ({ missed }) => `${sumOf(missed)}`],
  ...kinds.map((kind): Row => [`  ${kind}`, ({ missed }) => `${missed.get(kind) ?? 0}`]),
  ['denied edits in clean pairs', ({ falsely }) => `${sumOf(falsely)}`],
  ...kinds.map((kind): Row => [`  ${kind}`, ({ falsely }) => `${falsely.get(kind) ?? 0}`]),
];

/** A table for each policy: a column for each repository, and one for all. */
export function tablesOf(outcomes: readonly Outcome[]): string {
  return unique(outcomes.map(({ policy }) => policy))
    .map((policy) => {
      const own = outcomes.filter((one) => one.policy === policy);
      return tableOf(`policy ${policy}`, own);
    })
    .join('\n\n');
}

function tableOf(title: string, outcomes: readonly Outcome[]): string {
  const names = unique(outcomes.map(({ repository }) => repository));
  const columns = names.map((name) => ({
    name,
    figures: figuresOf(outcomes.filter(({ repository }) => repository === name)),
  }));
  if (columns.length > 1) columns.push({ name: 'all', figures: figuresOf(outcomes) });
  const cells = [
    [title, ...columns.map(({ name }) => name)],
    ...rows.map(([name, cell]) => [name, ...columns.map(({ figures }) => cell(figures))]),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at + 1]?.length ?? 0)));
  const first = Math.max(...cells.map(([name = '']) => name.length));
  return cells
    .map(([name = '', ...rest]) => {
      const right = rest.map((cell, at) => cell.padStart(widths[at] ?? 0));
      return [name.padEnd(first), ...right].join('  ').trimEnd();
    })
    .join('\n');
}

function percent({ count, of }: Share): string {
  return of === 0 ? '-' : `${count}/${of} ${Math.round((100 * count) / of)}%`;
}

function withInterval(part: Share): string {
  const interval = wilson(part.count, part.of);
  if (interval === undefined) return '-';
  const [low, high] = interval.map((value) => Math.round(100 * value));
  return `${percent(part)} [${low}-${high}]`;
}

function latency(ms: readonly number[]): string {
  if (ms.length === 0) return '-';
  return `${quantile(ms, 0.5).toFixed(1)} / ${quantile(ms, 0.99).toFixed(1)}`;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
