import { LRUCache } from 'lru-cache';
import { headCommitOf } from '../../shared/node/git/head.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import {
  branchCommits,
  discardedAmong,
  type DiscardedCommits,
  isKept,
} from '../git/discarded-commits.ts';
import { contains, gitIn, type GitInFolder } from '../git/git-in-folder.ts';
import { branchFingerprint } from '../radar/branch-fingerprint.ts';
import { usualBasesOf } from '../radar/candidates/refs.ts';
import type { Discarded, DiscardedFiles } from './discarded-files.ts';
import type { UnclaimedFile } from './hand-changes.ts';
import { LeftCommits } from './left-commits.ts';
import type { SymbolPublisher } from './symbol-publisher.ts';

interface DiscardedWorkDependencies {
  readonly git: RunGit;
  readonly home: WorkTree;
  readonly files: Pick<DiscardedFiles, 'takenBack' | 'broughtBack'>;
  readonly publisher: Pick<SymbolPublisher, 'publishTakenBack' | 'publishPulled'>;
}

const maxDiscarded = 4;

/**
 * SYM-10: when nothing leads to commits any more that were checked out here, because of a reset or because their branch or work
 * tree was removed, what they changed goes back to what it was for the team.
 */
export class DiscardedWork {
  private readonly left: LeftCommits;
  /** What was thrown away last, by its last commit. */
  private readonly discarded = new LRUCache<string, Discarded>({ max: maxDiscarded });
  /** How everything was when git was last asked. */
  private asked = '';

  constructor(private readonly deps: DiscardedWorkDependencies) {
    this.left = new LeftCommits(deps.home);
  }

  /** Something changes in the work tree, since a moment; what was done in it before is not known. */
  note(workTree: WorkTree, atMs: number): void {
    this.left.note(workTree, atMs);
  }

  /** Publishes what was thrown away since the last time. `noted` are the files that have just changed, when it is called. */
  async takeBack(noted: () => readonly UnclaimedFile[]): Promise<void> {
    const { home, files, publisher } = this.deps;
    const left = this.left.look();
    if (left.size === 0 || !this.hasMoved(left)) return;
    const git = gitIn(this.deps.git, home.root);
    await this.bringBack(git);
    for (const commits of await discardedAmong(git, [...left.keys()])) {
      this.left.forget(commits.tip);
      const now = await this.commitNow(git, commits, left.get(commits.tip));
      if (now === undefined) continue;
      const discarded = { ...commits, now };
      const others = await branchCommits(git, usualBasesOf(home));
      const beside = { commits: others, workTrees: this.left.workTrees(), noted };
      await publisher.publishTakenBack(await files.takenBack(discarded, beside));
      this.discarded.set(commits.tip, discarded);
    }
  }

  /** Somebody has found commits again that were thrown away, as after a reset by mistake. */
  private async bringBack(git: GitInFolder): Promise<void> {
    for (const discarded of [...this.discarded.values()]) {
      if (!(await isKept(git, discarded.tip))) continue;
      this.discarded.delete(discarded.tip);
      await this.deps.publisher.publishPulled(await this.deps.files.broughtBack(discarded));
    }
  }

  /** Where no branch has moved and no commit was left since git was asked, it would say the same again. */
  private hasMoved(left: ReadonlyMap<string, WorkTree>): boolean {
    const before = this.asked;
    this.asked = [branchFingerprint(this.deps.home, []), ...left.keys()].join(' ');
    return before !== this.asked;
  }

  /** What is checked out, where it has what the commits were made on; else that. Undefined where that is not one commit. */
  private async commitNow(
    git: GitInFolder,
    { bases }: DiscardedCommits,
    leftIn: WorkTree | undefined,
  ): Promise<string | undefined> {
    const head = (leftIn && headCommitOf(leftIn)) ?? headCommitOf(this.deps.home);
    const have = await Promise.all(bases.map((base) => head && contains(git, head, base)));
    if (have.every(Boolean)) return head;
    return bases.length === 1 ? bases[0] : undefined;
  }
}
