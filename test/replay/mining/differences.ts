import type { ObjectStore } from './object-store.ts';

/** A file that a side changed, by its mode and blob before and after. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Entry;
  readonly after: Entry;
}

export interface Entry {
  /** `000000` for no file. */
  readonly mode: string;
  readonly blob: string;
}

export interface Comparison {
  readonly base: string;
  readonly side: string;
}

/** What changed from each base to its side, in their order. */
export async function compareAll(
  store: ObjectStore,
  comparisons: readonly Comparison[],
): Promise<ChangedFile[][]> {
  if (comparisons.length === 0) return [];
  // Without counting lines, which would read contents; a mirror may lack some.
  const args = ['diff-tree', '--stdin', '--always', '-r', '--no-renames', '--raw', '--no-abbrev'];
  const input = comparisons.map(({ base, side }) => `${side} ${base}\n`).join('');
  const answer = await store.git(args, { input });
  const parts: string[][] = [];
  for (const line of answer.split('\n')) {
    if (/^[0-9a-f]{40,64}$/.test(line)) parts.push([]);
    else if (line !== '') parts.at(-1)?.push(line);
  }
  return comparisons.map((_, at) => changedFiles(parts[at] ?? []));
}

function changedFiles(lines: readonly string[]): ChangedFile[] {
  return lines.flatMap((line) => {
    const [, modeBefore, modeAfter, blobBefore, blobAfter, path] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w+\t(.+)$/.exec(line) ?? [];
    if (!modeBefore || !modeAfter || !blobBefore || !blobAfter || !path) return [];
    const before = { mode: modeBefore, blob: blobBefore };
    const after = { mode: modeAfter, blob: blobAfter };
    return [{ path, before, after }];
  });
}

/** How many lines were added and removed; without end when a content is missing. */
export async function changedLines(
  store: ObjectStore,
  { base, side }: Comparison,
): Promise<number> {
  const args = ['diff-tree', '-r', '--no-renames', '--shortstat', base, side];
  const answer = await store.git(args).catch(() => undefined);
  if (answer === undefined) return Infinity;
  const counts = answer.matchAll(/(\d+) (?:insertion|deletion)/g);
  return Array.from(counts, ([, count]) => Number(count)).reduce((a, b) => a + b, 0);
}

/** Whether it is one that both sides can edit: text-like, there afterwards, with a name that git prints as it is. */
export function isEditable({ path, before, after }: ChangedFile): boolean {
  return (
    /^100(644|755)$/.test(after.mode) &&
    /^(100(644|755)|000000)$/.test(before.mode) &&
    !path.startsWith('"')
  );
}

const script = /\.[cm]?[jt]sx?$/i;
const generated = /(^|\/)(dist|build|vendor|node_modules)\/|\.min\.js$/i;

/** TypeScript and JavaScript that people write. */
export function isScript(path: string): boolean {
  return script.test(path) && !generated.test(path);
}
