import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { median } from './statistics.ts';

/**
 * One line of the report. `ratio` says what the measured side costs in multiples of the bare side,
 * so less is better whether the figures are times or rates; both are null where there is nothing
 * to compare with. `limit` is the most that `ratio` may be, or without a ratio `measured` itself.
 */
export type Figure = {
  name: string;
  measured: number;
  bare: number | null;
  ratio: number | null;
  limit: number | null;
  unit: string;
  note: string;
};

/** Figures such as times, of which less is better, or such as requests per second. */
export type Better = 'less' | 'more';

export type FigureShape = {
  name: string;
  unit: string;
  better: Better;
  limit?: number;
  note?: string;
};

export type Rounds = {
  /** Pairs that are measured and counted. */
  rounds: number;
  /** Pairs before them that are not. */
  warmUpRounds?: number;
};

/**
 * Measures two sides in turn (A B A B ...), so that whatever else the machine does falls on both.
 * Answers the medians of both sides and the median of the ratios within each pair.
 */
export async function compare(
  sides: { measured: () => Promise<number>; bare: () => Promise<number> },
  { rounds, warmUpRounds, ...shape }: FigureShape & Rounds,
): Promise<Figure> {
  const pairs = await measurePairs(sides, { rounds, warmUpRounds });
  return figureOf(pairs, shape);
}

/** Several figures out of the same measurements; each names the number of a measurement that it is about. */
export async function compareEach<Key extends string>(
  sides: {
    measured: () => Promise<Record<Key, number>>;
    bare: () => Promise<Record<Key, number>>;
  },
  { figures, ...rounds }: Rounds & { figures: readonly (FigureShape & { of: Key })[] },
): Promise<Figure[]> {
  const pairs = await measurePairs(sides, rounds);
  return figures.map(({ of, ...shape }) =>
    figureOf(
      pairs.map(({ measured, bare }) => ({ measured: measured[of], bare: bare[of] })),
      shape,
    ),
  );
}

type Pair<T> = { measured: T; bare: T };

async function measurePairs<T>(
  sides: { measured: () => Promise<T>; bare: () => Promise<T> },
  { rounds, warmUpRounds = 1 }: Rounds,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const pair = { measured: await sides.measured(), bare: await sides.bare() };
    if (round >= 0) pairs.push(pair);
  }
  return pairs;
}

function figureOf(
  pairs: readonly Pair<number>[],
  { name, unit, better, limit, note = '' }: FigureShape,
): Figure {
  const ratios = pairs.map(({ measured, bare }) =>
    better === 'less' ? measured / bare : bare / measured,
  );
  return {
    name,
    measured: median(pairs.map(({ measured }) => measured)),
    bare: median(pairs.map(({ bare }) => bare)),
    ratio: median(ratios),
    limit: limit ?? null,
    unit,
    note,
  };
}

/** A figure by itself, such as an amount of memory; `limit` is the most that it may be. */
export function alone(
  measured: number,
  { name, unit, limit, note = '' }: { name: string; unit: string; limit?: number; note?: string },
): Figure {
  return { name, measured, bare: null, ratio: null, limit: limit ?? null, unit, note };
}

/** Whether a figure misses its limit. */
export function isOver({ measured, ratio, limit }: Figure): boolean {
  return limit !== null && !((ratio ?? measured) <= limit);
}

const columns = ['figure', 'measured', 'bare', 'unit', 'ratio', 'limit', '', 'note'] as const;

/** The figures as a table for a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [columns, ...figures.map(rowOf)];
  const widths = columns.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = (column: number): boolean => [1, 2, 4, 5].includes(column);
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

function rowOf(figure: Figure): string[] {
  const { name, measured, bare, ratio, limit, unit, note } = figure;
  const verdict = limit === null ? '' : isOver(figure) ? 'over' : 'ok';
  return [name, show(measured), show(bare), unit, show(ratio), show(limit), verdict, note];
}

function show(value: number | null): string {
  if (value === null) return '';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** Writes the figures as JSON, with the machine and the version of Node they were measured on. */
export async function writeReport(
  path: string,
  { figures, nodeVersion }: { figures: readonly Figure[]; nodeVersion: string },
): Promise<void> {
  const processors = cpus();
  const machine = {
    node: nodeVersion,
    platform: `${platform()} ${arch()}`,
    processor: processors[0]?.model ?? 'unknown',
    processors: processors.length,
    memoryBytes: totalmem(),
  };
  const results = figures.map((figure) => ({ ...figure, over: isOver(figure) }));
  const report = { at: new Date().toISOString(), machine, figures: results };
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}
