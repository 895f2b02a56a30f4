import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { diskOf, git, indexOf, type Disk, type Stage } from './templates.ts';
import type { Case } from './generator.ts';

interface TreeSnapshot {
  readonly folder: string;
  readonly head: string;
  readonly commit: string;
  readonly disk: Disk;
  readonly index: Map<string, string>;
  /** Whether something was begun here and not ended. */
  readonly isBusy: boolean;
  /** The branch that a rebase here will write when it ends. */
  readonly rebased: string;
}

/** All of a case that the watch could have harmed. */
export interface Snapshot {
  readonly trees: readonly TreeSnapshot[];
  readonly refs: Map<string, string>;
  readonly remoteRefs: Map<string, string>;
  /** The files of git itself, without objects, indexes, logs and names. */
  readonly own: Disk;
  /** Beside the clone: what a link could lead to. */
  readonly outside: Disk;
}

export async function snapshot({ workTrees, clone, remote, folder }: Case): Promise<Snapshot> {
  const outside = [...diskOf(folder)].filter(([path]) => path.startsWith('outside/'));
  return {
    trees: await Promise.all(workTrees.map(treeOf)),
    refs: await refsOf(clone),
    remoteRefs: await refsOf(remote),
    own: ownFiles(clone),
    outside: new Map(outside),
  };
}

/** What the watch did that it must never do; empty when all is well. Knows nothing of how the watch decides. */
export function harm(one: Case, before: Snapshot, after: Snapshot): string[] {
  const found: string[] = [];
  const planted = readdirSync(one.markers);
  if (planted.length > 0) found.push(`a planted program ran: ${planted.join(', ')}`);
  found.push(...different('remote', before.remoteRefs, after.remoteRefs));
  found.push(...different('git file', before.own, after.own));
  found.push(...different('outside', before.outside, after.outside));
  found.push(...harmToRefs(one, before.refs, after.refs));
  for (const { rebased } of before.trees) {
    if (before.refs.get(rebased) !== after.refs.get(rebased))
      found.push(`${rebased} moved under its rebase`);
  }
  for (const [at, tree] of before.trees.entries()) {
    const now = after.trees[at];
    if (now !== undefined) found.push(...harmToTree(one.stages, tree, now));
  }
  return found;
}

/** A branch only moves forward, and only to what was approved; every other name stays. */
function harmToRefs(
  { plan, stages, approvals }: Case,
  before: Map<string, string>,
  after: Map<string, string>,
): string[] {
  const branch = `refs/heads/${plan.name}`;
  const found: string[] = [];
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(ref), after.get(ref)];
    if (was === is || (ref.startsWith('refs/remotes/') && !was?.includes('->'))) continue;
    const forward =
      ref === branch &&
      positionOf(stages, was) >= 0 &&
      positionOf(stages, is) > positionOf(stages, was);
    const approved = approvals.some(
      ({ commit, retractedAt }) => commit === is && retractedAt === undefined,
    );
    if (!forward || !approved) found.push(`${ref} went from ${was} to ${is}`);
  }
  return found;
}

function positionOf(stages: readonly Stage[], commit: string | undefined): number {
  return stages.findIndex((stage) => stage.commit === commit);
}

/**
 * Every path is as it was, unless it was exactly as its commit says: then it is as the new commit says. The same for the
 * index.
 */
function harmToTree(stages: readonly Stage[], before: TreeSnapshot, after: TreeSnapshot): string[] {
  const found =
    before.head === after.head ? [] : [`HEAD went from ${before.head} to ${after.head}`];
  if (before.isBusy && before.commit !== after.commit) found.push('it moved under an operation');
  const [old, next] = [before, after].map(({ commit }) => stages[positionOf(stages, commit)]);
  if (before.commit === after.commit || old === undefined || next === undefined) {
    const moved = before.commit !== after.commit && before.head.startsWith('ref:');
    if (moved && (old === undefined || next === undefined)) found.push('it left the known commits');
    return [
      ...found,
      ...different('file', before.disk, after.disk),
      ...different('entry', before.index, after.index),
    ];
  }
  return [
    ...found,
    ...different('file', expected(before.disk, old.disk, next.disk), after.disk),
    ...different('entry', expected(before.index, old.index, next.index), after.index),
  ];
}

function expected(
  before: Map<string, string>,
  old: Map<string, string>,
  next: Map<string, string>,
): Map<string, string> {
  const result = new Map(before);
  for (const path of new Set([...old.keys(), ...next.keys()])) {
    const isCommitted = before.get(path) === old.get(path);
    if (!isCommitted || old.get(path) === next.get(path)) continue;
    const value = next.get(path);
    if (value === undefined) result.delete(path);
    else result.set(path, value);
  }
  return result;
}

function different(what: string, one: Map<string, string>, other: Map<string, string>): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${what} ${key}: ${one.get(key)} became ${other.get(key)}`);
}

const begun = /^(MERGE_HEAD|CHERRY_PICK_HEAD|REVERT_HEAD|BISECT_START|rebase-(merge|apply))$/;

async function treeOf(folder: string): Promise<TreeSnapshot> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  const at = ['--work-tree', folder, ...safe];
  const gitFolder = gitFolderOf(folder);
  const [listed, commit] = await Promise.all([
    git(folder, ['--git-dir', gitFolder, ...at, 'ls-files', '-s', '-z']),
    git(folder, ['--git-dir', gitFolder, ...at, 'rev-parse', '--verify', '-q', 'HEAD'], {
      fails: true,
    }),
  ]);
  const head = readFileSync(join(gitFolder, 'HEAD'), 'utf8').trim();
  const rebased = textOf(join(gitFolder, 'rebase-merge', 'head-name'));
  const isBusy = readdirSync(gitFolder).some((name) => begun.test(name));
  return { folder, head, commit, disk: diskOf(folder), index: indexOf(listed), isBusy, rebased };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function gitFolderOf(folder: string): string {
  const path = join(folder, '.git');
  return textOf(path).replace('gitdir: ', '') || path;
}

async function refsOf(folder: string): Promise<Map<string, string>> {
  const format = '--format=%(refname)%09%(objectname)%09%(symref)';
  const listed = await git(folder, ['for-each-ref', format]);
  return new Map(
    listed.split('\n').map((line) => {
      const [name = '', commit = '', symref = ''] = line.split('\t');
      return [name, symref === '' ? commit : `-> ${symref}`] as const;
    }),
  );
}

function ownFiles(clone: string): Disk {
  const volatile = /^(objects|logs|refs)\/|(^|\/)(index|logs\/.*|packed-refs|shallow|FETCH_HEAD)$/;
  const all = diskOf(join(clone, '.git'), { withGit: true });
  return new Map([...all].filter(([path]) => !volatile.test(path)));
}
