import type { RunGit } from '../../shared/node/git/git-calls.ts';

const timeoutMs = 1_000;

/**
 * The blob ids of earlier versions of a file, newest first, along the first parents of HEAD; without the version of HEAD itself.
 * As many as git finds in a second.
 */
export async function earlierVersions(
  git: RunGit,
  folder: string,
  { path, count }: { readonly path: string; readonly count: number },
): Promise<string[]> {
  const args = ['log', '--first-parent', '-m', '--raw', '--no-abbrev', '--no-renames', '--format='];
  const answer = await git(folder, [...args, `-n${count}`, 'HEAD', '--', `:(literal)${path}`], {
    timeoutMs,
    environment: { GIT_NO_LAZY_FETCH: '1' },
  });
  const ids = answer.stdout
    .split('\n')
    .map((line) => /^:\d+ \d+ ([0-9a-f]+) /.exec(line)?.[1] ?? '');
  return [...new Set(ids)].filter((id) => /[1-9a-f]/.test(id));
}
