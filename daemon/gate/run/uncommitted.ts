import { firstFew } from '../../../shared/kernel/first-few.ts';
import { asExact } from '../../../shared/kernel/display.ts';
import { splitByNul, type GitInFolder } from '../../git/git-in-folder.ts';

const status = [
  ...['status', '--porcelain', '-z', '--untracked-files=normal'],
  ...['--no-renames', '--ignore-submodules=all'],
];
/** Two letters and a space stand before the path. */
const marked = 3;
const named = 3;

/** GAT-6: a line that says which files of a work tree no commit has, at most one; a run does not see them. */
export async function uncommittedIn(git: GitInFolder): Promise<string[]> {
  const answer = await git(status);
  const paths = splitByNul(answer.stdout).map((entry) => entry.slice(marked));
  if (answer.exitCode !== 0 || paths.length === 0) return [];
  return [`Not committed, so left out of the run: ${firstFew(paths, named, asExact)}.`];
}
