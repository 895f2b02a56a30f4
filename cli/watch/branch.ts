import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { Checkout } from './checkout.ts';
import type { BranchFacts, LocalBranch, Relation } from './rules.ts';

export interface Names {
  readonly local: LocalBranch;
  /** Where the last fetch saw the branch; `symbolic` when that name stands for another one. */
  readonly tracked: LocalBranch;
}

/** What the branch's two names lead to. */
export async function namesOf(checkout: Checkout, remote: string, branch: string): Promise<Names> {
  const [local, tracked] = [branchRef(branch), remoteRef(remote, branch)];
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const { stdout } = await checkout.git(['for-each-ref', format, local, tracked]);
  const rows = stdout.split('\n').map((line) => line.split('\0'));
  const find = (wanted: string): LocalBranch => {
    const [, commit = '', symref = ''] = rows.find(([name]) => name === wanted) ?? [];
    if (symref !== '') return { kind: 'symbolic' };
    return commit === '' ? { kind: 'missing' } : { kind: 'commit', commit };
  };
  return { local: find(local), tracked: find(tracked) };
}

/** Whether history leads from `descendant` back to `ancestor`; false also when either is not here. */
export async function isAncestor(
  checkout: Checkout,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  if (ancestor === descendant) return true;
  const { exitCode } = await checkout.git(['merge-base', '--is-ancestor', ancestor, descendant]);
  return exitCode === 0;
}

/** All that the decision about a branch needs to know. */
export async function factsAbout(
  checkout: Checkout,
  { branch, from, to, run }: { branch: string; from: string; to: string; run: RunGit },
): Promise<BranchFacts> {
  const common = { branch, from, to, shallow: checkout.isShallow };
  const relation = await relationOf(checkout, from, to);
  const listed = await workTrees(checkout);
  const others = listed.filter(({ present, path }) => present && path !== checkout.top);
  const opened = await Promise.all(others.map(({ path }) => Checkout.open(path, run)));
  const present = [checkout, ...opened.filter((one): one is Checkout => !isRefusal(one))];
  const checkedOut = listed.filter(({ ref }) => ref === branchRef(branch));
  const heldBy = present.flatMap((one) => {
    const held = one.heldBranches().filter(({ ref }) => ref === branchRef(branch));
    const isHere = checkedOut.some(({ path }) => path === one.top);
    const operations = [...held.map(({ operation }) => operation), isHere && one.operation()];
    return operations.flatMap((operation) => (operation ? { path: one.top, operation } : []));
  });
  const here = listed.find(({ path }) => path === checkout.top);
  return {
    ...common,
    relation,
    heldBy,
    checkedOut,
    detachedHere: here !== undefined && here.ref === undefined,
  };
}

async function relationOf(checkout: Checkout, from: string, to: string): Promise<Relation> {
  if (from === to) return 'equal';
  if (await isAncestor(checkout, from, to)) return 'behind';
  return (await isAncestor(checkout, to, from)) ? 'ahead' : 'diverged';
}

interface ListedWorkTree {
  readonly path: string;
  readonly present: boolean;
  /** Undefined when its HEAD is detached. */
  readonly ref: string | undefined;
}

/** All work trees of the repository, also those whose folder is gone. */
export async function workTrees(checkout: Checkout): Promise<ListedWorkTree[]> {
  const { stdout } = await checkout.git(['worktree', 'list', '--porcelain', '-z']);
  return stdout
    .split('\0\0')
    .map((record) => record.split('\0'))
    .filter((fields) => fields[0] !== '' && !fields.includes('bare'))
    .map((fields) => {
      const valueOf = (name: string) =>
        fields.find((field) => field.startsWith(`${name} `))?.slice(name.length + 1);
      const path = valueOf('worktree') ?? '';
      return { path, present: existsSync(join(path, '.git')), ref: valueOf('branch') };
    });
}
