/** What somebody has changed in a work tree and not committed. */
import { chmod, lstat, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plan } from './plan.ts';
import { git, write, type Templates } from './templates.ts';

interface Touched {
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** The paths that moving to the end of the chain would write. */
export async function touchedPaths(
  from: string,
  templates: Templates,
  plan: Plan,
): Promise<Touched> {
  const stages = templates.chains[plan.chain];
  const old = stages.find(({ commit }) => commit === from)?.index ?? new Map<string, string>();
  const target = plan.approved.at(-1) ?? plan.remoteAt;
  const next = stages[target]?.index ?? old;
  const files = (index: Map<string, string>) =>
    [...index.keys()].filter((path) => !path.startsWith('vendor'));
  return {
    changed: files(old).filter((path) => next.get(path) !== old.get(path)),
    added: files(next).filter((path) => !old.has(path)),
  };
}

/** Changes the work tree in one way, at a path that the update would write where there is one. */
export async function soil(
  dirt: Plan['dirt'][number],
  tree: string,
  touched: Touched,
): Promise<void> {
  const { changed, added } = touched;
  const target = changed.find((path) => path !== 'link') ?? 'a.txt';
  const another = changed.findLast((path) => path !== 'link') ?? 'a.txt';
  const fresh = added[0] ?? 'fresh.txt';
  switch (dirt) {
    case 'changed':
      return write(tree, { [target]: `mine ${dirt}\n` });
    case 'changed_elsewhere':
      return write(tree, { '.gitignore': 'ignored/\n*.log\nsecret.env\nmine\n' });
    case 'staged':
      await write(tree, { [target]: 'staged\n' });
      return void (await git(tree, ['add', '--', target], { fails: true }));
    case 'staged_and_changed':
      await write(tree, { [another]: 'staged\n' });
      await git(tree, ['add', '--', another], { fails: true });
      return write(tree, { [another]: 'and changed\n' });
    case 'staged_and_changed_back': {
      const text = await readFile(join(tree, target), 'utf8');
      await write(tree, { [target]: 'staged only\n' });
      await git(tree, ['add', '--', target], { fails: true });
      return write(tree, { [target]: text });
    }
    case 'staged_elsewhere':
      await write(tree, { 'elsewhere.txt': 'staged\n' });
      return void (await git(tree, ['add', 'elsewhere.txt'], { fails: true }));
    case 'deleted':
      return rm(join(tree, target));
    case 'untracked':
      return write(tree, { [fresh]: 'mine, untracked\n' });
    case 'untracked_elsewhere':
      return write(tree, { 'notes/of mine.txt': 'notes\n', 'dir/mine': 'beside\n' });
    case 'ignored':
      return write(tree, { 'secret.env': 'KEY=mine\n', 'ignored/build.txt': 'built\n' });
    case 'ignored_elsewhere':
      return write(tree, { 'debug.log': 'log\n', 'ignored/other': 'x\n' });
    case 'untracked_folder':
      return write(tree, { [`${fresh}/inside`]: 'a folder of mine\n' });
    case 'mode':
      return chmod(join(tree, target), 0o755);
    case 'hidden':
      await git(tree, ['update-index', '--assume-unchanged', '--', target], { fails: true });
      return write(tree, { [target]: 'hidden change\n' });
    case 'skipped':
      await git(tree, ['update-index', '--skip-worktree', '--', another], { fails: true });
      return write(tree, { [another]: 'local setting\n' });
    case 'intent':
      await write(tree, { [fresh]: 'to be added\n' });
      return void (await git(tree, ['add', '-N', '-f', '--', fresh], { fails: true }));
    case 'linked_folder':
      await mkdir(join(tree, '..', 'outside'), { recursive: true });
      await symlink(
        '../outside',
        join(tree, dirname(fresh) === '.' ? 'deep' : (fresh.split('/')[0] ?? '')),
      );
      return;
    case 'same_stat': {
      const before = await lstat(join(tree, target));
      const text = await readFile(join(tree, target), 'utf8');
      await writeFile(join(tree, target), text.replace(/[a-z0-9]/, '#'));
      return utimes(join(tree, target), before.atime, before.mtime);
    }
    case 'file_for_folder':
      await rm(join(tree, target));
      return write(tree, { [`${target}/inner`]: 'a folder now\n' });
  }
}
