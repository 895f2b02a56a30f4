import { composedPath, diffArgs, type GitInFolder, splitByNul } from './git-in-folder.ts';

/** Commits that nothing leads to any more, by the last of them. */
export interface DiscardedCommits {
  readonly tip: string;
  /** The commits that they were made on, which are still there. */
  readonly bases: readonly string[];
  /** The files that they changed, and maybe others that a merge among them brought. */
  readonly paths: readonly string[];
}

const maxCommits = 500;
const maxFiles = 500;
const maxBranches = 10;
const options = { timeoutMs: 5_000, environment: { GIT_NO_LAZY_FETCH: '1' } } as const;
/** Branches, tags and the heads of work trees keep commits. What is in a stash only is in nobody's files. */
const kept = ['--not', '--exclude=refs/stash', '--all'];

/** What was discarded by the commits (their ids); nothing by one that is kept, or that git does not have any more. */
export async function discardedAmong(
  git: GitInFolder,
  tips: readonly string[],
): Promise<DiscardedCommits[]> {
  const list = ['rev-list', '--ignore-missing'];
  const any = await git([...list, '--max-count=1', ...tips, ...kept], options);
  if (any.exitCode !== 0 || any.stdout === '') return [];
  const found: DiscardedCommits[] = [];
  for (const tip of tips) {
    const asked = [...list, '--boundary', `--max-count=${maxCommits}`, tip, ...kept];
    const { exitCode, stdout } = await git(asked, options);
    const bases = basesIn(exitCode === 0 ? stdout : '');
    if (bases.length > 0) found.push({ tip, bases, paths: await pathsOf(git, bases[0], tip) });
  }
  return found;
}

/** Whether git still has the commit, and something leads to it. */
export async function isKept(git: GitInFolder, commit: string): Promise<boolean> {
  const { exitCode, stdout } = await git(['rev-list', '--max-count=1', commit, ...kept], options);
  return exitCode === 0 && stdout === '';
}

/** None where there are too many commits to know where they begin, and where they begin with a first commit. */
function basesIn(list: string): string[] {
  const lines = list.split('\n').filter((line) => line !== '');
  const bases = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  return lines.length - bases.length < maxCommits ? bases : [];
}

async function pathsOf(git: GitInFolder, base = '', tip: string): Promise<string[]> {
  const { exitCode, stdout } = await git([...diffArgs, '--name-only', base, tip], options);
  return exitCode === 0 ? splitByNul(stdout).map(composedPath).slice(0, maxFiles) : [];
}

/** The commits of the branches that moved last, here and as the last fetch saw them, and of those with one of the names. */
export async function branchCommits(git: GitInFolder, names: readonly string[]): Promise<string[]> {
  const list = ['for-each-ref', '--format=%(objectname)'];
  const newest = ['--sort=-committerdate', `--count=${maxBranches}`, 'refs/heads', 'refs/remotes'];
  const named = names.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/*/${name}`]);
  const answers = await Promise.all(
    [newest, named].map((refs) => git([...list, ...refs], options)),
  );
  const ids = answers.flatMap(({ stdout }) => stdout.split('\n'));
  return [...new Set(ids)].filter((id) => id !== '').slice(0, 2 * maxBranches);
}
