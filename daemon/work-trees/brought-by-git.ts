import type { Clock } from '../../shared/kernel/clock.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { stoppedAtMs } from '../git/git-in-folder.ts';
import { reflogStateOf } from '../git/reflog.ts';
import type { FileStates } from './file-states.ts';

/** HOK-6: what git had brought to each work tree when the newest command in it began. */
export class BroughtByGit {
  /** How long the reflog was then, and whether a merge was unfinished, by the tree's root. */
  private readonly states = new Map<string, string>();
  /** When a command last found that git had brought something before it, by the tree's root. */
  private readonly foundAtMs = new Map<string, number>();
  /** The roots of the work trees where a merge was unfinished at the newest command, or has stopped since. */
  private readonly stopped = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly files: Pick<FileStates, 'noticedAnyOf'>,
  ) {}

  /**
   * To be called when a command begins: what git has brought before it is not the command's, also while no watcher has told of
   * it. Answers the length of the reflog, in bytes.
   */
  find(workTree: WorkTree): number {
    const { root } = workTree;
    const { bytes } = reflogStateOf(workTree);
    this.stopped.delete(root);
    const state = `${bytes} ${this.isUnfinished(workTree)}`;
    if (this.states.get(root) !== state) {
      this.files.noticedAnyOf(workTree);
      this.foundAtMs.set(root, this.clock.now());
    }
    this.states.set(root, state);
    return bytes;
  }

  /** Whether a command has found it since that moment. */
  isFoundSince({ root }: WorkTree, atMs: number): boolean {
    return (this.foundAtMs.get(root) ?? -Infinity) >= atMs;
  }

  /** Whether a merge is unfinished now; that one was is kept until the next command begins. */
  isUnfinished({ root, gitDir }: WorkTree): boolean {
    const isUnfinished = stoppedAtMs(gitDir) !== undefined;
    if (isUnfinished) this.stopped.add(root);
    return isUnfinished;
  }

  /** Whether a merge was unfinished at the newest command or since, and is no more. */
  isGivenUp(workTree: WorkTree): boolean {
    return this.stopped.has(workTree.root) && !this.isUnfinished(workTree);
  }
}
