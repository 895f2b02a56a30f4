export interface TreeNode {
  readonly path: string;
  /** Within its folder; folders that have one folder alone are one with it: `packages/ui`. */
  readonly name: string;
  /** Of a file; 0 of a folder. */
  readonly weight: number;
  readonly children?: readonly TreeNode[];
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly lines: number }[];
}

/** A very short file can still be seen, and a very long one does not take the map. */
const leastLines = 20;

const mostLines = 3_000;

const exponent = 0.72;

/** The folder `root` as a tree of those of the files that are below it. */
export function folderTree(files: readonly MapFile[], root: string): TreeNode {
  const top: Folder = { folders: new Map(), files: [] };
  const prefix = root === '' ? '' : `${root}/`;
  for (const { path, lines } of files) {
    if (!path.startsWith(prefix)) continue;
    const parts = path.slice(prefix.length).split('/');
    const name = parts.pop() ?? '';
    parts.reduce(folderIn, top).files.push({ name, lines });
  }
  return nodeOf(top, root, '', root !== '');
}

function folderIn(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name);
  if (known !== undefined) return known;
  const made: Folder = { folders: new Map(), files: [] };
  folder.folders.set(name, made);
  return made;
}

function nodeOf(folder: Folder, path: string, name: string, mayJoin: boolean): TreeNode {
  const [only, ...others] = folder.folders;
  if (mayJoin && only !== undefined && others.length === 0 && folder.files.length === 0)
    return nodeOf(only[1], below(path, only[0]), below(name, only[0]), true);
  const folders = [...folder.folders].map(([inner, node]) =>
    nodeOf(node, below(path, inner), inner, true),
  );
  const files = folder.files.map(({ name: file, lines }) => ({
    path: below(path, file),
    name: file,
    // Whole numbers: their sum is the same in whatever order.
    weight: Math.round(10 * Math.min(mostLines, Math.max(leastLines, lines)) ** exponent),
  }));
  return { path, name, weight: 0, children: [...folders, ...files] };
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
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

/** A file of the map; `lines` is nearly its length. */
export interface MapFile {
  readonly path: string;
  readonly lines: number;
}
