import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { headCommitOf } from '../../shared/node/git/head.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { leftBy, movesSince, reflogStateOf, type Since } from '../git/reflog.ts';

/** A work tree as it was when it was last looked at. */
interface Seen {
  readonly workTree: WorkTree;
  readonly since: Since;
  readonly head: string | undefined;
}

const maxTrees = 50;
const maxCommits = 32;
/** A watcher tells of a change a moment after it. */
const slackMs = 1_000;

/** SYM-10: the newest commits that were checked out in work trees and are not any more. Reads git's files itself, and few of them. */
export class LeftCommits {
  private readonly trees = new LRUCache<string, Seen>({ max: maxTrees });
  private readonly left = new LRUCache<string, WorkTree>({ max: maxCommits });

  constructor(private readonly home: WorkTree) {}

  /** Something changes in the work tree, since a moment; what was done in it before is not known. */
  note(workTree: WorkTree, atMs: number): void {
    if (this.trees.has(workTree.root)) return;
    this.trees.set(workTree.root, {
      workTree,
      since: { atMs: atMs - slackMs },
      head: headCommitOf(workTree),
    });
  }

  /** The work trees that are there. */
  workTrees(): WorkTree[] {
    return [...this.trees.values()].map(({ workTree }) => workTree).filter(isThere);
  }

  /** The commits that were left until now, the oldest first, each with the work tree to go by: that which has left it, if it is there. */
  look(): ReadonlyMap<string, WorkTree> {
    for (const seen of [...this.trees.values()].toReversed()) this.lookAt(seen);
    return new Map([...this.left.entries()].toReversed());
  }

  forget(commit: string): void {
    this.left.delete(commit);
  }

  private lookAt({ workTree, since, head }: Seen): void {
    if (!isThere(workTree)) {
      this.trees.delete(workTree.root);
      if (head !== undefined) this.left.set(head, this.home);
      return;
    }
    const { bytes } = reflogStateOf(workTree);
    for (const commit of leftBy(movesSince(workTree, since)))
      if (!/^0+$/.test(commit)) this.left.set(commit, workTree);
    const now = { workTree, since: { bytes }, head: headCommitOf(workTree) };
    this.trees.set(workTree.root, now);
  }
}

function isThere({ root }: WorkTree): boolean {
  return existsSync(join(root, '.git'));
}
