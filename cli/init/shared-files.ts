import type { RunGit } from '../../shared/node/git/git-calls.ts';

/** What another clone of the repository would get of the files that `coord init` writes. */
export interface SharedFiles {
  /** What Git ignores, each with the rule that says so: `.gitignore:3:.claude/`. */
  readonly ignored: readonly { readonly path: string; readonly rule: string }[];
  /** What the last commit has not, and is not ignored. */
  readonly missing: readonly string[];
  /** What the last commit has in another form. */
  readonly different: readonly string[];
  /** The lines at the end of `.gitignore` with which Git takes what it ignores, and nothing else beside it. */
  readonly exception: readonly string[];
}

/** INI-10, INI-11: asks Git about files of the work tree, with `/` and relative to its root. */
export async function sharedFiles(
  git: RunGit,
  root: string,
  paths: readonly string[],
): Promise<SharedFiles> {
  const folders = [...new Set(paths.flatMap(foldersOf))];
  const rules = await ignoreRules(git, root, [...paths, ...folders]);
  const ignored = paths.flatMap((path) => {
    const rule = rules.get(path);
    return rule === undefined ? [] : [{ path, rule }];
  });
  const exception = [...new Set(ignored.flatMap(({ path }) => exceptionFor(path, rules)))];
  const others = paths.filter((path) => !rules.has(path));
  const committed = await listed(
    git,
    root,
    ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--'],
    others,
  );
  const changed = await listed(git, root, ['diff', '-z', '--name-only', 'HEAD', '--'], others);
  return {
    ignored,
    missing: others.filter((path) => !committed.has(path)),
    different: others.filter((path) => committed.has(path) && changed.has(path)),
    exception,
  };
}

/** `a/b/c` lies in `a/` and `a/b/`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

/** Git takes no file out of a folder that it ignores: the folder comes first, then all in it but the file is ignored again. */
function exceptionFor(path: string, rules: ReadonlyMap<string, string>): string[] {
  const folders = foldersOf(path).filter((folder) => rules.has(folder));
  return [...folders.flatMap((folder) => [`!/${folder}`, `/${folder}*`]), `!/${path}`];
}

/** By path; a path that Git tracks is not ignored. */
async function ignoreRules(
  git: RunGit,
  root: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const input = paths.map((path) => `${path}\0`).join('');
  const { stdout } = await git(root, ['check-ignore', '-v', '-z', '--stdin'], { input });
  const fields = stdout.split('\0');
  const rules = new Map<string, string>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', pattern = '', path = ''] = fields.slice(at, at + 4);
    if (!pattern.startsWith('!')) rules.set(path, `${source}:${line}: ${pattern}`);
  }
  return rules;
}

async function listed(
  git: RunGit,
  root: string,
  args: readonly string[],
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const { exitCode, stdout } = await git(root, [...args, ...paths]);
  return new Set(exitCode === 0 ? stdout.split('\0') : []);
}
