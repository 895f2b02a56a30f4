import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';

export type Listing =
  | { readonly kind: 'listed'; readonly paths: string[]; readonly settingsPaths: string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The TypeScript and JavaScript files of a worktree, tracked or not, without those that git ignores; relative to
 * `root`, with `/`, in NFC; and the settings of its projects. `failed` where git cannot list, for instance outside a repository.
 */
export async function listFiles(git: RunGit, root: string): Promise<Listing> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const answer = await listedPaths(git, root, args);
  if (answer.kind === 'failed') return { kind: 'failed', message: answer.message };
  // A file in conflict is listed once per side.
  const paths = new Set(answer.paths.filter(isParsable).map((path) => path.normalize('NFC')));
  const settingsPaths = new Set(answer.paths.filter(isProjectSettingsFile));
  return { kind: 'listed', paths: [...paths], settingsPaths: [...settingsPaths] };
}

/** The directories under `root` that git ignores as a whole, relative, without a slash at the end. */
export async function ignoredDirectories(git: RunGit, root: string): Promise<Set<string>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const answer = await listedPaths(git, root, args);
  const paths = answer.kind === 'done' ? answer.paths : [];
  return new Set(paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)));
}

type PathsAnswer =
  | { readonly kind: 'done'; readonly paths: string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Runs a command that answers NUL-separated paths. */
async function listedPaths(
  git: RunGit,
  root: string,
  args: readonly string[],
): Promise<PathsAnswer> {
  // No limit: the first listing of a large repository on a slow disk may take minutes.
  const answer = await git(root, args, { timeoutMs: 0 });
  if (answer.exitCode === 0) return { kind: 'done', paths: answer.stdout.split('\0').slice(0, -1) };
  return { kind: 'failed', message: answer.stderr || `git ${args[0]} failed` };
}

/** Whether the file belongs to the settings that lead module names to files. */
export function isProjectSettingsFile(path: string): boolean {
  return /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/.test(path);
}
