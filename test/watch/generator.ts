import { chmod, lstat, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Approval } from '../../cli/watch/rules.ts';
import { chainNames, git, write, type ChainName, type Stage, type Templates } from './templates.ts';
import { randomFrom } from '../support/random.ts';

const places = [
  'here',
  'elsewhere',
  'linked',
  'twice',
  'linked_gone',
  'detached_here',
  'detached_other',
  'main_worktree_from_linked',
] as const;
const locals = ['behind', 'ahead', 'diverged', 'missing', 'symbolic'] as const;
const operations = [
  'none',
  'merge',
  'merge_without_conflict',
  'cherry_pick',
  'revert',
  'rebase',
  'rebase_paused',
  'bisect',
  'am',
  'locked',
] as const;
const remotes = [
  'normal',
  'none',
  'several',
  'ext',
  'option',
  'forced',
  'deleted',
  'further',
  'not_pushed',
  'unreachable',
] as const;
const dirts = [
  'changed',
  'changed_elsewhere',
  'staged',
  'staged_and_changed',
  'staged_and_changed_back',
  'staged_elsewhere',
  'deleted',
  'untracked',
  'untracked_elsewhere',
  'ignored',
  'ignored_elsewhere',
  'untracked_folder',
  'mode',
  'hidden',
  'skipped',
  'intent',
  'linked_folder',
  'same_stat',
  'file_for_folder',
] as const;
const plants = [
  'hooks',
  'fsmonitor',
  'filter',
  'ssh',
  'uploadpack',
  'vcs',
  'helper',
  'alternates',
  'alias',
  'included',
  'driver',
  'instead_of',
  'refspec',
  'worktree',
  'tracking_link',
  'worktree_config',
  'prune',
  'git_proxy',
  'configured_hook',
] as const;
const names = [
  'coord/work',
  ';id',
  '--output=x',
  '-x',
  'HEAD',
  '$(touch planted)',
  'refs/heads/main',
  'ünï/work',
  "a'b",
  'a.lock',
  '../../x',
  'a b',
  '`id`',
] as const;

/** One state of a repository, decided before anything is built. */
export interface Plan {
  readonly seed: number;
  readonly chain: ChainName;
  readonly name: string;
  readonly localAt: number;
  readonly remoteAt: number;
  /** Positions in the chain that were approved, in the order of their approval. */
  readonly approved: readonly number[];
  readonly retracted: readonly number[];
  readonly place: (typeof places)[number];
  readonly local: (typeof locals)[number];
  readonly operation: (typeof operations)[number];
  readonly remote: (typeof remotes)[number];
  readonly dirt: readonly (typeof dirts)[number][];
  readonly planted: readonly (typeof plants)[number][];
  readonly shallow: boolean;
  /** Variables of a caller that would lead git elsewhere. */
  readonly misled: boolean;
}

export interface Case {
  readonly plan: Plan;
  readonly folder: string;
  /** Where the watch is started. */
  readonly here: string;
  readonly clone: string;
  readonly remote: string;
  readonly workTrees: readonly string[];
  /** What is planted leaves a file here when it runs. */
  readonly markers: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stages: readonly Stage[];
  readonly approvals: readonly Approval[];
  /** Nothing stands in the way: the branch has to move to this commit. */
  readonly mustReach: string | undefined;
}

/** Mostly one or two odd things at a time, so that one does not hide the others; sometimes many. */
export function planFrom(seed: number): Plan {
  const random = randomFrom(seed * 7_919 + 17);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const odd = <T>(items: readonly [T, ...T[]], chance: number): T =>
    random() < chance ? pick(items) : items[0];
  const some = <T>(items: readonly T[], most: number): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(items));
  const wild = random() < 0.15 ? 3 : 1;
  const chain = random() < 0.7 ? 'plain' : pick(chainNames);
  const last = chain === 'plain' ? 4 : 3;
  const localAt = Math.floor(random() * random() * last);
  const remoteAt = last - Math.floor(random() * random() * (last - localAt));
  const approved = Array.from({ length: last }, (_, at) => at + 1).filter(
    (at) => (at === remoteAt && random() < 0.9) || (at <= remoteAt && random() < 0.5),
  );
  return {
    seed,
    chain,
    name: odd(names, 0.15 * wild),
    localAt,
    remoteAt,
    approved,
    retracted: approved.filter(() => random() < 0.07 * wild),
    place: random() < 0.55 ? 'here' : pick(places),
    local: odd(locals, 0.1 * wild),
    operation: odd(operations, 0.1 * wild),
    remote: odd(remotes, 0.15 * wild),
    dirt: random() < 0.75 ? [...new Set(some(dirts, wild * 2))] : [],
    planted: random() < 0.6 ? [...new Set(some(plants, wild * 3))] : [],
    shallow: random() < 0.1 * wild,
    misled: random() < 0.1,
  };
}

/** Builds the repository of a plan, with its remote, in a folder of its own. */
export async function build(plan: Plan, templates: Templates): Promise<Case> {
  const stages = templates.chains[plan.chain];
  const at = (position: number) => stages[position]?.commit ?? '';
  const folder = join(templates.folder, `case-${plan.seed}`);
  const [clone, remote, markers] = ['clone', 'remote.git', 'markers'].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  await mkdir(markers, { recursive: true });
  const template = await templates.clone(plan.chain, plan.localAt, plan.shallow);
  await promisify(execFile)('cp', ['-a', template, clone]);
  await promisify(execFile)('cp', ['-a', templates.remote, remote]);
  await git(clone, ['config', 'remote.origin.url', remote]);
  const isName = await isBranchName(clone, plan.name);
  const ref = `refs/heads/${plan.name}`;
  const given = { plan, clone, remote, ref, at };
  const workTrees = isName ? await makeLocal(given) : [clone];
  const [place = clone] = placeOf(plan, workTrees);
  if (isName) await makeRemote(given);
  if (isName) await begin(plan, place);
  const touched = await touchedPaths(clone, at(plan.localAt), templates, plan);
  for (const dirt of plan.dirt) await soil(dirt, place, touched).catch(ignoreMissing);
  const planted = { markers, program: await plantProgram(markers) };
  for (const plant of plan.planted) await sow(plant, given, planted);
  return {
    plan,
    folder,
    clone,
    remote,
    workTrees,
    markers,
    stages,
    here: plan.place === 'main_worktree_from_linked' ? (workTrees[1] ?? clone) : clone,
    environment: plan.misled
      ? { GIT_DIR: join(folder, 'nowhere'), GIT_INDEX_FILE: join(markers, 'index') }
      : {},
    approvals: approvalsOf(plan, at),
    mustReach: mustReach(plan, isName, at),
  };
}

/** The work tree that the oddities are put into: where the branch is, if it is anywhere. */
function placeOf({ place }: Plan, workTrees: readonly string[]): string[] {
  const [clone = '', linked] = workTrees;
  return place === 'linked' && linked !== undefined ? [linked] : [clone];
}

function approvalsOf(plan: Plan, at: (position: number) => string): Approval[] {
  return plan.approved.map((position, order): Approval => {
    const known = { workstream: 'work', branch: plan.name, commit: at(position), at: 0 };
    const seq = 10 + order;
    return plan.retracted.includes(position)
      ? { ...known, seq, retractedAt: 100 }
      : { ...known, seq };
  });
}

function mustReach(
  plan: Plan,
  isName: boolean,
  at: (position: number) => string,
): string | undefined {
  const target = plan.approved.filter((one) => !plan.retracted.includes(one)).at(-1);
  const harmless = [
    'changed_elsewhere',
    'staged_elsewhere',
    'untracked_elsewhere',
    'ignored_elsewhere',
  ];
  const stops = ['vcs', 'tracking_link', 'worktree', 'instead_of', 'filter', 'ssh', 'alternates'];
  const isPlain =
    isName &&
    target !== undefined &&
    target > plan.localAt &&
    ['coord/work', ';id', 'ünï/work', "a'b"].includes(plan.name) &&
    plan.chain === 'plain' &&
    plan.retracted.length === 0 &&
    ['here', 'elsewhere', 'linked', 'main_worktree_from_linked', 'detached_other'].includes(
      plan.place,
    ) &&
    plan.local === 'behind' &&
    plan.operation === 'none' &&
    ['normal', 'further'].includes(plan.remote) &&
    plan.dirt.every((one) => harmless.includes(one)) &&
    !plan.planted.some((one) => stops.includes(one));
  return isPlain ? at(target) : undefined;
}

interface Given {
  readonly plan: Plan;
  readonly clone: string;
  readonly remote: string;
  readonly ref: string;
  readonly at: (position: number) => string;
}

async function isBranchName(clone: string, name: string): Promise<boolean> {
  return git(clone, ['check-ref-format', `refs/heads/${name}`]).then(
    () => true,
    () => false,
  );
}

/** The branch and the work trees. */
async function makeLocal(given: Given): Promise<string[]> {
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

async function makeRemote({ plan, clone, remote, ref, at }: Given): Promise<void> {
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
async function begin({ operation }: Plan, tree: string): Promise<void> {
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

interface Touched {
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** The paths that moving to the end of the chain would write. */
async function touchedPaths(
  _clone: string,
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

async function soil(dirt: Plan['dirt'][number], tree: string, touched: Touched): Promise<void> {
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

async function plantProgram(markers: string): Promise<string> {
  const program = join(dirname(markers), 'planted.sh');
  await writeFile(program, `#!/bin/sh\ntouch "${markers}/$(basename "$0")-$$"\ntimeout 2 cat\n`);
  await chmod(program, 0o755);
  return program;
}

const hookNames =
  'reference-transaction post-checkout post-merge pre-commit post-index-change fsmonitor-watchman post-rewrite pre-auto-gc update pre-receive post-commit'.split(
    ' ',
  );

async function sow(
  plant: Plan['planted'][number],
  { plan, clone, remote, ref }: Given,
  { markers, program }: { markers: string; program: string },
): Promise<void> {
  const set = (name: string, value: string) => git(clone, ['config', '--add', name, value]);
  const hooks = join(clone, '.git', 'hooks');
  switch (plant) {
    case 'hooks':
    case 'configured_hook':
      if (plant === 'configured_hook') {
        await set('hook.planted.command', program);
        await set('hook.planted.event', 'reference-transaction');
      }
      await mkdir(hooks, { recursive: true });
      for (const name of hookNames) {
        await writeFile(join(hooks, name), `#!/bin/sh\ntouch "${markers}/hook-${name}"\n`);
        await chmod(join(hooks, name), 0o755);
      }
      return;
    case 'fsmonitor':
      return void (await set('core.fsmonitor', program));
    case 'filter':
      for (const kind of ['clean', 'smudge']) await set(`filter.planted.${kind}`, program);
      await mkdir(join(clone, '.git', 'info'), { recursive: true });
      return writeFile(join(clone, '.git', 'info', 'attributes'), '*.txt filter=planted\n');
    case 'ssh':
      await set('core.sshCommand', program);
      return void (await git(clone, ['config', 'remote.origin.url', 'ssh://localhost:1/nowhere']));
    case 'uploadpack':
      return void (await set('remote.origin.uploadpack', program));
    case 'vcs':
      return void (await set('remote.origin.vcs', 'planted'));
    case 'helper':
      await set('credential.helper', program);
      return void (await set('core.askPass', program));
    case 'alternates': {
      await set('core.alternateRefsCommand', program);
      await mkdir(join(clone, '.git', 'objects', 'info'), { recursive: true });
      return writeFile(
        join(clone, '.git', 'objects', 'info', 'alternates'),
        `${join(remote, 'objects')}\n`,
      );
    }
    case 'alias':
      await set('alias.fetch', `!${program}`);
      await set('core.pager', program);
      return void (await set('core.editor', program));
    case 'included':
      await writeFile(
        join(clone, '.git', 'included'),
        `[remote "origin"]\n\tuploadpack = ${program}\n[core]\n\tfsmonitor = ${program}\n`,
      );
      return void (await set('include.path', 'included'));
    case 'driver':
      await set('merge.planted.driver', program);
      await set('diff.planted.textconv', program);
      await set('diff.external', program);
      await mkdir(join(clone, '.git', 'info'), { recursive: true });
      return writeFile(
        join(clone, '.git', 'info', 'attributes'),
        '*.ts merge=planted diff=planted\n',
      );
    case 'instead_of':
      return void (await set(`url.ext::${program} .insteadOf`, '/'));
    case 'refspec':
      return void (await set('remote.origin.fetch', '+refs/heads/*:refs/heads/*'));
    case 'worktree':
      return void (await set('core.worktree', join(clone, '..')));
    case 'tracking_link':
      if (plan.local !== 'missing' && (await isBranchName(clone, plan.name)))
        await git(clone, ['symbolic-ref', `refs/remotes/origin/${plan.name}`, 'refs/heads/main']);
      return;
    case 'worktree_config':
      await set('extensions.worktreeConfig', 'true');
      return writeFile(
        join(clone, '.git', 'config.worktree'),
        `[remote "origin"]\n\tuploadpack = ${program}\n`,
      );
    case 'prune':
      await set('fetch.prune', 'true');
      return void (await set('remote.origin.prune', 'true'));
    case 'git_proxy':
      await set('core.gitProxy', program);
      return void ref;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (!['ENOENT', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) throw error;
}
