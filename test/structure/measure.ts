/**
 * `npm run measure`: how large the product is, how it hangs together, and how many files one write and one decision pass
 * through. The figures are read from the sources and from a real run, so anyone can compare two commits.
 */
import { dirname } from 'node:path';
import { cyclesIn, fileGraph, folderGraph } from './cycles.ts';
import { filesPassed } from './passes.ts';
import { fullFolderFiles, keptWhole, longFileLines } from './sizes.ts';
import { filesIn, layers, productSources, type Source } from './sources.ts';
import { quantile } from '../bench/support/statistics.ts';

const longFunctionLines = 70;

const sources = productSources();
printSlices();
printLengths();
printCycles();
await printPasses();

function printSlices(): void {
  const slices = new Map<string, Map<string, number>>();
  for (const { path, lines } of sources) {
    const [layer = '', ...rest] = path.split('/');
    const slice = rest.length === 1 ? '(top)' : (rest[0] ?? '');
    const counts = slices.get(slice) ?? new Map<string, number>();
    slices.set(slice, counts.set(layer, (counts.get(layer) ?? 0) + lines));
  }
  const rows = [...slices].map(([slice, counts]) => {
    const cells = layers.map((layer) => counts.get(layer) ?? 0);
    return { slice, cells, sum: cells.reduce((a, b) => a + b, 0) };
  });
  console.log('Lines per slice (a folder of the same name in each layer)');
  console.log(row('slice', [...layers, 'sum']));
  for (const { slice, cells, sum } of rows.sort((a, b) => b.sum - a.sum)) {
    console.log(row(slice, [...cells, sum].map(String)));
  }
  const totals = layers.map((layer) => linesOf(sources.filter((s) => s.path.startsWith(layer))));
  console.log(row('all', [...totals, linesOf(sources)].map(String)));
}

function printLengths(): void {
  const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b);
  const functions = sources.flatMap(({ path, functions }) =>
    functions.map((one) => ({ ...one, path })),
  );
  console.log(
    `\nFiles: ${sources.length}, median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)} lines`,
  );
  list(
    `Functions: ${functions.length}; over ${longFunctionLines} lines`,
    functions
      .filter(({ lines }) => lines > longFunctionLines)
      .sort((a, b) => b.lines - a.lines)
      .map(({ path, name, line, lines }) => `${path}:${line} ${name} (${lines})`),
  );
  list(
    `Files over ${longFileLines} lines`,
    sources
      .filter(({ lines }) => lines > longFileLines)
      .map(({ path, lines }) => `${path} (${lines}): ${keptWhole[path] ?? 'to be split'}`),
  );
  list(
    `Folders over ${fullFolderFiles} files`,
    [...filesIn(sources)]
      .filter(([, files]) => files > fullFolderFiles)
      .map(([folder, files]) => `${folder} (${files}): ${keptWhole[folder] ?? 'to be split'}`),
  );
}

function printCycles(): void {
  const shown = (cycle: readonly string[]) => cycle.join(' ');
  list('Cycles of value imports between folders', cyclesIn(folderGraph(sources)).map(shown));
  list('Cycles of imports between files, of types too', cyclesIn(fileGraph(sources)).map(shown));
}

async function printPasses(): Promise<void> {
  const { write, decide } = await filesPassed();
  for (const [name, passed] of Object.entries({ write, decision: decide })) {
    const called = calledFromOutside(passed);
    console.log(`\nFiles that one ${name} passes through: ${passed.length}`);
    list('  of these, called from another folder (what a reader meets on the way)', called);
  }
}

/** The files that a file of another folder, which the request passes through too, imports: the others are inside a room. */
function calledFromOutside(passed: readonly string[]): string[] {
  const onTheWay = sources.filter(({ path }) => passed.includes(path));
  return passed.filter((path) =>
    onTheWay.some(
      (from) =>
        dirname(from.path) !== dirname(path) && from.imports.some(({ target }) => target === path),
    ),
  );
}

function list(title: string, items: readonly string[]): void {
  console.log(`\n${title}: ${items.length}`);
  for (const item of items) console.log(`  ${item}`);
}

function linesOf(some: readonly Source[]): number {
  return some.reduce((sum, { lines }) => sum + lines, 0);
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(22) + cells.map((cell) => cell.padStart(8)).join('');
}
