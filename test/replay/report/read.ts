import type { Outcome, PlayedEdit } from '../playing/outcome.ts';
import { linesTouch, type Region } from '../text/regions.ts';
import { deniedOf } from './figures.ts';
import { kindOfDenial, kindOfMiss, leftSpots, writtenRegions } from './kinds.ts';

/** Every conflict that is left, with both sides' lines. */
export function missesIn(outcomes: readonly Outcome[]): string {
  const found = outcomes
    .filter(({ conflicting }) => conflicting)
    .flatMap((outcome) => outcome.left.map((path) => missText(outcome, path)));
  return [...found, `${found.length} files with a conflict left`].join('\n\n');
}

/** Every denied edit of a pair that merges cleanly, with the other side's lines that are nearest. */
export function falselyIn(outcomes: readonly Outcome[]): string {
  const found = outcomes
    .filter(({ conflicting }) => !conflicting)
    .flatMap((outcome) => deniedOf(outcome).map((edit) => denialText(outcome, edit)));
  return [...found, `${found.length} denied edits in clean pairs`].join('\n\n');
}

function missText(outcome: Outcome, path: string): string {
  const denied = deniedOf(outcome).filter((edit) => edit.path === path).length;
  const head = `${titleOf(outcome)}\n${path}: ${kindOfMiss(outcome, path)} (${denied} edits of it denied)`;
  const spots = leftSpots(outcome, path).flatMap(({ one, other }) => [
    linesText('A', one),
    linesText('B', other),
  ]);
  return [head, ...spots].join('\n');
}

function denialText(outcome: Outcome, edit: PlayedEdit): string {
  const theirs = writtenRegions(outcome.edits, 'a', edit.path);
  const near = edit.regions.flatMap((region) => nearest(region, theirs) ?? []);
  return [
    titleOf(outcome),
    `${edit.path}: ${kindOfDenial(outcome, edit)}`,
    `  ${edit.message ?? ''}`,
    ...[...new Set(near)].map((region) => linesText('A', region)),
    ...edit.regions.map((region) => linesText('B', region)),
  ].join('\n');
}

function titleOf({ repository, policy, kind, label }: Outcome): string {
  return `# ${repository}, ${kind} ${label}, policy ${policy}`;
}

function nearest(region: Region, others: readonly Region[]): Region | undefined {
  const gap = (other: Region): number =>
    linesTouch(region, other) ? 0 : Math.max(other.start - region.end, region.start - other.end);
  return others.toSorted((a, b) => gap(a) - gap(b))[0];
}

const mostLines = 8;

function linesText(side: 'A' | 'B', { start, end, removed, added }: Region): string {
  const show = (mark: string, lines: readonly string[]): string[] => [
    ...lines.slice(0, mostLines).map((line) => `    ${mark} ${line}`),
    ...(lines.length > mostLines ? [`    ${mark} and ${lines.length - mostLines} more`] : []),
  ];
  const place = start === end ? `before line ${start + 1}` : `lines ${start + 1} to ${end}`;
  const head = `  ${side}, ${place} of the base`;
  return [head, ...show('-', removed), ...show('+', added)].join('\n');
}
