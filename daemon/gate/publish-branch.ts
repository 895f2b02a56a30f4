import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import { asData } from '../../shared/kernel/display.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import {
  commitNamed,
  contains,
  parseArgs,
  splitByNul,
  type GitInFolder,
} from '../git/git-in-folder.ts';
import { remoteOf } from './gate-context.ts';

interface Published {
  readonly branch: string;
  readonly commitSha: string;
}

/** What became of the branch, as the answer to a recorded commit says it. */
interface Outcome {
  /** What happened and what to do, in one line. */
  readonly git: string;
  /** Whether the branch on the remote has the commit; missing where there is no remote. */
  readonly pushed?: boolean;
}

const pushMs = 30_000;

/**
 * Takes a recorded commit to the workstream's branch: on the remote, forward only, and here where nobody has the branch
 * checked out.
 */
export async function publishBranch(git: GitInFolder, published: Published): Promise<Outcome> {
  if (isRefusal(await commitNamed(git, published.commitSha))) return notHere(git, published);
  const local = await moveLocal(git, published);
  const remote = await push(git, published);
  return { ...remote, git: [remote.git, local].filter((part) => part !== '').join(' ') };
}

async function notHere(git: GitInFolder, { branch, commitSha }: Published): Promise<Outcome> {
  const remote = asData((await remoteOf(git)) ?? 'origin');
  const command = `git push ${remote} ${commitSha}:${branchRef(branch)}`;
  return notPushed(
    `: this clone does not have the commit. It is recorded; push it from a clone that has it: ${command}`,
  );
}

function notPushed(why: string): Outcome {
  return { git: `Not pushed${why}`, pushed: false };
}

async function push(git: GitInFolder, { branch, commitSha }: Published): Promise<Outcome> {
  const remote = await remoteOf(git);
  if (remote === undefined)
    return { git: 'There is no remote to push to: the branch follows only on this machine.' };
  const refspec = `${commitSha}:${branchRef(branch)}`;
  const options = ['--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
  const answer = await git(['push', '--porcelain', ...options, '--', remote, refspec], {
    timeoutMs: pushMs,
  });
  const name = `${asData(remote)}/${asData(branch)}`;
  if (answer.exitCode === 0) return { git: `Pushed to ${name}.`, pushed: true };
  const said = `${answer.stdout}\n${answer.stderr}`;
  if (/non-fast-forward|fetch first|\[rejected\]/.test(said)) {
    if (await contains(git, remoteRef(remote, branch), commitSha))
      return { git: `${name} has it already.`, pushed: true };
    return notPushed(
      `: ${name} has commits that this one does not build on. Merge or rebase onto it, and let the new commit pass the gate.`,
    );
  }
  const why = /(?:fatal|error|remote): *([^\n]+)/.exec(said)?.[1] ?? 'git did not answer in time';
  const help = answer.notUsed === undefined ? '' : `${answer.notUsed}. `;
  return notPushed(
    ` (${asData(why, 200)}). ${help}Recorded all the same; push it yourself: git push ${asData(remote)} ${refspec}`,
  );
}

/** Moves the branch's own ref, with its old value expected; empty where there is nothing to say. */
async function moveLocal(git: GitInFolder, { branch, commitSha }: Published): Promise<string> {
  const ref = branchRef(branch);
  const before = (await git([...parseArgs, ref])).stdout.trim();
  if (before === '' || before === commitSha) return '';
  if (await isInUse(git, ref)) return '';
  if (!(await contains(git, commitSha, before)))
    return `The local branch ${asData(branch)} was left alone: it has commits that this one does not build on.`;
  const moved = await git(['update-ref', '-m', 'coord: recorded', ref, commitSha, before]);
  return moved.exitCode === 0 ? `The local branch ${asData(branch)} was moved forward.` : '';
}

/** Checked out, or in the middle of a rebase or a bisection, in any work tree. */
async function isInUse(git: GitInFolder, ref: string): Promise<boolean> {
  const answer = await git(['worktree', 'list', '--porcelain', '-z']);
  const lines = splitByNul(answer.stdout);
  if (answer.exitCode !== 0 || lines.includes(`branch ${ref}`)) return true;
  const folders = lines.filter((line) => line.startsWith('worktree ')).map((line) => line.slice(9));
  return folders.some((folder) => isUnderWay(findWorkTree(folder)?.gitDir, ref));
}

function isUnderWay(gitDir: string | undefined, ref: string): boolean {
  if (gitDir === undefined) return false;
  if (existsSync(join(gitDir, 'BISECT_START'))) return true;
  return ['rebase-merge/head-name', 'rebase-apply/head-name'].some(
    (name) => tryReadText(join(gitDir, name))?.trim() === ref,
  );
}
