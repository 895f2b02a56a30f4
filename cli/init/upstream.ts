import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { hookScriptPath } from '../../shared/clients/common/hook-script-path.ts';

export const pullFirst =
  'The upstream branch has the files of coord init already: git pull first, then run it where something is missing. Where files that it made here stop the pull: coord init --undo, then git pull.';

/**
 * INI-12: whether somebody has committed what `coord init` makes, and this clone has not pulled it: files that are made anew
 * here would stop that pull. Goes by what was fetched last; nothing goes over the network.
 */
export async function isSetUpUpstream(git: RunGit, root: string): Promise<boolean> {
  const has = async (commit: string) => {
    const found = await git(root, ['cat-file', '-e', `${commit}:${hookScriptPath}`]);
    return found.exitCode === 0;
  };
  return (await has('@{upstream}')) && !(await has('HEAD'));
}
