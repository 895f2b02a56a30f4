import type { Checkout } from './checkout.ts';

/** What a commit has at a path: the mode and the name of the object, as git gives them. */
export interface Entry {
  readonly mode: string;
  readonly object: string;
}

/** What an update does to one path: undefined is "not there". */
export interface Change {
  readonly path: string;
  readonly old: Entry | undefined;
  readonly next: Entry | undefined;
}

/** The paths in which two commits differ; undefined when git cannot tell. */
export async function changesBetween(
  checkout: Checkout,
  from: string,
  to: string,
): Promise<Change[] | undefined> {
  const { exitCode, stdout } = await checkout.git([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--ignore-submodules=none',
    '--end-of-options',
    from,
    to,
    '--',
  ]);
  if (exitCode !== 0) return undefined;
  const parts = stdout.split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', mode = '', oldObject = '', object = ''] = (parts[at] ?? '')
      .replace(/^:/, '')
      .split(' ');
    const old = entryOf(oldMode, oldObject);
    changes.push({ path: parts[at + 1] ?? '', old, next: entryOf(mode, object) });
  }
  return changes;
}

function entryOf(mode: string, object: string): Entry | undefined {
  return /^0+$/.test(mode) ? undefined : { mode, object };
}
