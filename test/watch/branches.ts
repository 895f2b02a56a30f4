/** The branches, work trees and remote of a plan, and an operation of git that is left in the middle. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { placeOf, type Plan } from './plan.ts';
import { git, write } from './templates.ts';

/** The repository that a plan is made in; `at` gives the commit at a position of its chain. */
export interface Given {
  readonly plan: Plan;
  readonly clone: string;
  readonly remote: string;
  readonly ref: string;
  readonly at: (position: number) => string;
}

/** Whether git takes it as the name of a branch. */
export async function isBranchName(clone: string, name: string): Promise<boolean> {
  return git(clone, ['check-ref-format', `refs/heads/${name}`]).then(
    () => true,
    () => false,
  );
}

/** The branch and the work trees. */
export async function makeLocal(given: Given): Promise<string[]> {
  const { plan, clone, ref, at } = given;
  const start = at(plan.localAt);
  if (plan.local === 'missing') return [clone];
  if (plan.local === 'symbolic') {
    await git(clone, ['symbolic-ref', ref, 'refs/heads/main']);
    return [clone];
  }
  await git(clone, ['update-ref', ref, start]);
  const onBranch = (folder: string) => git(folder, ['symbolic-ref', 'HEAD', ref]);
  const linked = join(dirname(clone), 'linked');
  const trees = [clone];
  switch (plan.place) {
    case 'here':
      await onBranch(clone);
      break;
    case 'main_worktree_from_linked':
      await onBranch(clone);
      await git(clone, ['worktree', 'add', '-q', '-f', '--detach', linked, start]);
      trees.push(linked);
      break;
    case 'linked':
    case 'linked_gone':
    case 'twice':
      await git(clone, ['worktree', 'add', '-q', '-f', '--detach', linked, start]);
      await onBranch(linked);
      if (plan.place === 'twice') await onBranch(clone);
      if (plan.place === 'linked_gone') await rm(linked, { recursive: true });
      else trees.push(linked);
      break;
    case 'detached_here':
      await git(clone, ['checkout', '-q', '--detach', start]);
      break;
    case 'detached_other':
      await git(clone, ['worktree', 'add', '-q', '--detach', linked, start]);
      trees.push(linked);
      break;
    case 'elsewhere':
      break;
  }
  await ownCommits(given, trees);
  return trees;
}

async function ownCommits(
  { plan, clone, ref, at }: Given,
  trees: readonly string[],
): Promise<void> {
  if (plan.local === 'ahead') {
    const tree = await git(clone, ['rev-parse', `${at(plan.localAt)}^{tree}`]);
    const own = await git(clone, ['commit-tree', tree, '-p', at(plan.localAt), '-m', 'own']);
    await git(clone, ['update-ref', ref, own]);
  }
  if (plan.local !== 'diverged') return;
  const [tree = clone] = placeOf(plan, trees);
  const head = await git(tree, ['rev-parse', '--symbolic-full-name', 'HEAD']);
  if (head !== ref) return void (await git(clone, ['update-ref', ref, 'refs/strangers/side']));
  await write(tree, { 'own.txt': 'own\n', 'a.txt': 'own\n' });
  await git(tree, ['add', 'own.txt', 'a.txt']);
  await git(tree, ['commit', '-q', '-m', 'own']);
}

/** The branch at the remote, and how the clone is told of that. */
export async function makeRemote({ plan, clone, remote, ref, at }: Given): Promise<void> {
  const tracking = `refs/remotes/origin/${plan.name}`;
  if (!plan.shallow) await git(clone, ['update-ref', tracking, at(plan.localAt)]);
  await git(remote, ['update-ref', ref, at(plan.remoteAt)]);
  switch (plan.remote) {
    case 'none':
      return void (await git(clone, ['remote', 'remove', 'origin']));
    case 'several':
      await git(clone, ['remote', 'rename', 'origin', 'one']);
      return void (await git(clone, ['remote', 'add', 'two', remote]));
    case 'ext':
      return void (await git(clone, [
        'config',
        'remote.origin.url',
        `ext::sh -c "touch% ${join(dirname(clone), 'markers', 'ext')}"`,
      ]));
    case 'option':
      return void (await git(clone, [
        'config',
        'remote.origin.url',
        `--upload-pack=touch ${join(dirname(clone), 'markers', 'option')}`,
      ]));
    case 'forced': {
      const tree = await git(remote, ['rev-parse', `${at(plan.remoteAt)}^{tree}`]);
      const other = await git(remote, ['commit-tree', tree, '-p', at(0), '-m', 'forced']);
      return void (await git(remote, ['update-ref', ref, other]));
    }
    case 'deleted':
      return void (await git(remote, ['update-ref', '-d', ref]));
    case 'further': {
      const tree = await git(remote, ['rev-parse', `${at(plan.remoteAt)}^{tree}`]);
      const parent = at(plan.remoteAt);
      const other = await git(remote, ['commit-tree', tree, '-p', parent, '-m', 'not approved']);
      return void (await git(remote, ['update-ref', ref, other]));
    }
    case 'not_pushed':
      return void (await git(remote, ['update-ref', ref, at(plan.localAt)]));
    case 'unreachable':
      return void (await git(clone, ['config', 'remote.origin.url', join(remote, 'gone')]));
    case 'normal':
      return;
  }
}

/** Begins an operation and leaves it in the middle. */
export async function begin({ operation }: Plan, tree: string): Promise<void> {
  const fails = { fails: true };
  switch (operation) {
    case 'none':
      return;
    case 'merge':
      return void (await git(
        tree,
        ['merge', '-q', '--no-ff', '--no-commit', 'refs/strangers/conflict'],
        fails,
      ));
    case 'merge_without_conflict': {
      const clean = ['merge', '-q', '--no-ff', '--no-commit', 'refs/strangers/side'];
      return void (await git(tree, clean, fails));
    }
    case 'rebase_paused': {
      const paused = ['-c', 'sequence.editor=echo break >', 'rebase', '-q', '-i', 'HEAD'];
      return void (await git(tree, paused, fails));
    }
    case 'cherry_pick':
      return void (await git(tree, ['cherry-pick', 'refs/strangers/conflict'], fails));
    case 'revert':
      return void (await git(tree, ['revert', '--no-edit', 'refs/strangers/conflict'], fails));
    case 'rebase':
      await write(tree, { 'a.txt': 'mine\n' });
      await git(tree, ['commit', '-q', '-am', 'mine']);
      return void (await git(tree, ['rebase', '-q', 'refs/strangers/conflict'], fails));
    case 'bisect':
      await git(tree, ['bisect', 'start'], fails);
      return void (await git(tree, ['bisect', 'bad'], fails));
    case 'am': {
      const patch = await git(tree, ['format-patch', '-1', '--stdout', 'refs/strangers/conflict']);
      return void (await git(tree, ['am', '-q'], { input: `${patch}\n`, fails: true }));
    }
    case 'locked': {
      const folder = await git(tree, ['rev-parse', '--absolute-git-dir']);
      return void (await writeFile(join(folder, 'index.lock'), ''));
    }
  }
}
