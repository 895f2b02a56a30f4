import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import type { Terminal } from '../terminal/terminal.ts';

const wholeSha = /^([0-9a-f]{40}|[0-9a-f]{64})$/i;

/**
 * CMD-4, GAT-17: an input whose `commit_sha` is the whole name of the commit that Git knows here by what was typed: `HEAD`, a
 * branch, or the beginning of its name. What Git does not know stays as it is. A relay has no Git, and a daemon that of another folder.
 */
export async function withWholeCommit<T extends object>(
  { directory, environment }: Pick<Terminal, 'directory' | 'environment'>,
  input: T,
): Promise<T> {
  const given = 'commit_sha' in input ? input.commit_sha : undefined;
  if (typeof given !== 'string' || wholeSha.test(given) || given.startsWith('-')) return input;
  const workTree = findWorkTree(directory);
  if (workTree === undefined) return input;
  const git = gitRunner(environment);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${given}^{commit}`];
  const { exitCode, stdout } = await git(workTree.root, args);
  return exitCode === 0 ? { ...input, commit_sha: stdout.trim() } : input;
}
