import { join } from 'node:path';
import { shownId } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import { isLive } from '../../../shared/reservations/rules.ts';
import type { ConversationKey } from '../../../shared/sessions/rules.ts';
import { type FileChanges, workTreeName } from '../../changes/file-changes.ts';
import type { PathResolver, RepositoryFile } from '../../git/path-resolver.ts';
import type { Replica } from '../../replica/replica.ts';
import type { FileStates } from '../../work-trees/file-states.ts';
import type { NotificationQueue } from './notification-queue.ts';

/** A rebase takes lines out and puts them back. */
const settledAfterMs = 1_500;

/** Files of a work tree that have changed. */
interface ChangedPaths {
  readonly workTree: WorkTree;
  readonly paths: readonly string[];
}

interface LostLinesDependencies {
  readonly replica: Pick<Replica, 'nowMs' | 'reservationsOf' | 'session'>;
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'textOf'>;
  readonly changes: Pick<FileChanges, 'holdersHere'>;
  readonly notifications: NotificationQueue;
}

/** Whether the agent itself has just run a command in the work tree. */
type HasRun = (conversation: ConversationKey) => boolean;

/**
 * RSV-6: tells agents whose reserved lines are gone from their work tree since Git brought another commit there. Such a change is
 * nobody's edit (HOK-6), so nothing else would tell them.
 */
export class LostLines {
  constructor(private readonly deps: LostLinesDependencies) {}

  /** To be called at once when files have changed that nobody edited. */
  look({ workTree, paths }: ChangedPaths, hasRun: HasRun): void {
    for (const path of paths) {
      const file = this.deps.paths.resolve(join(workTree.root, path));
      if (isRefusal(file) || file.kind === 'outside') continue;
      const held = this.heldIn(file);
      if (held.length === 0) continue;
      const before = this.deps.changes.holdersHere(file, held);
      if (before.size > 0)
        setTimeout(() => this.tellLost(file, before, hasRun), settledAfterMs).unref();
    }
  }

  private heldIn({ key, workTree }: RepositoryFile) {
    const { replica } = this.deps;
    const [tree, nowMs] = [workTreeName(workTree), replica.nowMs()];
    return replica
      .reservationsOf(key)
      .filter((one) => one.lines?.tree === tree && isLive(one, nowMs));
  }

  private tellLost(file: RepositoryFile, before: ReadonlySet<string>, hasRun: HasRun): void {
    const now = this.deps.files.textOf(file);
    if (now === 'unreadable') return;
    const left = this.deps.changes.holdersHere(file, this.heldIn(file), now.text ?? '');
    for (const sessionId of before) {
      const session = this.deps.replica.session(sessionId);
      if (left.has(sessionId) || session === undefined || hasRun(session)) continue;
      this.deps.notifications.add(session, lostMessage(file.path));
    }
  }
}

function lostMessage(path: string): string {
  return `coord: what you wrote in ${shownId(path)} is gone from your work tree: another commit was checked out there. Write it again where it was not committed.`;
}
