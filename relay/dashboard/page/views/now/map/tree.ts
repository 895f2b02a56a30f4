import { grouped } from '../../../../../../shared/kernel/grouped.ts';

/** A file of the map; `lines` is nearly its length. */
export interface MapFile {
  readonly path: string;
  readonly lines: number;
}

/** What is in a folder: a file, a folder, or the smallest of these together. */
export interface Entry {
  readonly kind: 'file' | 'folder' | 'more';
  /** From the root of the repository: of a folder that has one folder alone, that of the inner one. */
  readonly path: string;
  /** Within the folder above: `packages/ui`. */
  readonly name: string;
  readonly weight: number;
  /** The file, or those below. */
  readonly files: readonly MapFile[];
}

/** A very short file can still be seen, and a very long one does not take the map. */
const leastLines = 20;

const mostLines = 3_000;

const exponent = 0.72;

/** What is in a folder (empty: the top), of the files of the repository. */
export function entriesIn(files: readonly MapFile[], folder: string): Entry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const below = files.filter(({ path }) => path.startsWith(prefix));
  const groups = grouped(below, ({ path }) => {
    const end = path.indexOf('/', prefix.length);
    return end === -1 ? path : path.slice(0, end + 1);
  });
  return [...groups].map(([key, inner]) => {
    const kind = key.endsWith('/') ? 'folder' : 'file';
    const path = kind === 'folder' ? commonFolder(inner) : key;
    const weight = inner.reduce((sum, file) => sum + weightOf(file), 0);
    return { kind, path, name: path.slice(prefix.length), weight, files: inner };
  });
}

/** Whole numbers: their sum is the same in whatever order. */
function weightOf({ lines }: MapFile): number {
  return Math.round(10 * Math.min(mostLines, Math.max(leastLines, lines)) ** exponent);
}

/** The innermost folder that has all of these files. */
function commonFolder(files: readonly MapFile[]): string {
  let common = folderOf(files[0]?.path ?? '');
  for (const { path } of files) while (!path.startsWith(`${common}/`)) common = folderOf(common);
  return common;
}

/** The folders above a folder, the topmost first, and itself last. */
export function trailOf(path: string): string[] {
  if (path === '') return [];
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** The folder of a file or folder; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
