import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import { answerOf, isolation } from '../mining/object-store.ts';

/** A text file by its path; the mode is git's. */
export interface PlainFile {
  readonly path: string;
  readonly mode: string;
  readonly text: string;
}

const environment = isolation;

/** A repository with one empty commit. */
export async function makeRepository(git: RunGit, root: string, branch: string): Promise<void> {
  await answerOf(git, '.', ['init', '--quiet', `--initial-branch=${branch}`, root], {
    environment,
  });
  const settings = { 'user.name': 'Replay', 'user.email': 'replay@example.com' };
  for (const [name, value] of Object.entries({ ...settings, 'core.autocrlf': 'false' }))
    await answerOf(git, root, ['config', name, value], { environment });
  await answerOf(git, root, ['commit', '--quiet', '--allow-empty', '--message', 'Start'], {
    environment,
  });
}

export async function addWorkTree(
  git: RunGit,
  { root, folder, branch }: { root: string; folder: string; branch: string },
): Promise<void> {
  const args = ['worktree', 'add', '--quiet', '-b', branch, folder];
  await answerOf(git, root, args, { environment });
}

/** Commits that follow each other, each with these files alone; answers their names. */
export async function commitFiles(
  git: RunGit,
  root: string,
  versions: readonly (readonly PlainFile[])[],
): Promise<string[]> {
  const commits = versions.map((files, at) => {
    const mark = at + 1;
    const from = at === 0 ? '' : `from :${at}\ndeleteall\n`;
    return `${commitHead(mark)}${from}${files.map(inlineFile).join('')}get-mark :${mark}\n`;
  });
  const input = ['reset refs/replay/base\n', ...commits].join('');
  const args = ['fast-import', '--quiet', '--force'];
  const answer = await answerOf(git, root, args, { input, environment });
  return answer.trim().split('\n');
}

export function commitHead(mark: number): string {
  return `commit refs/replay/base\nmark :${mark}\ncommitter R <r@example.com> 1 +0000\ndata 0\n`;
}

export function inlineFile({ path, mode, text }: PlainFile): string {
  return `M ${mode} inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

/** The branch and the work tree become the commit. */
export async function checkOut(git: RunGit, root: string, commit: string): Promise<void> {
  await answerOf(git, root, ['reset', '--quiet', '--hard', commit], { environment });
  await answerOf(git, root, ['clean', '-ffdqx'], { environment });
}
