import { LRUCache } from 'lru-cache';
import { shownId } from '../../../shared/kernel/display.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import { isLive } from '../../../shared/reservations/rules.ts';
import type { ConversationKey } from '../../../shared/sessions/rules.ts';
import type { FileChanges } from '../../changes/file-changes.ts';
import type { RepositoryFile } from '../../git/path-resolver.ts';
import type { Replica } from '../../replica/replica.ts';
import type { FileStates } from '../../work-trees/file-states.ts';
import type { NotificationQueue } from './notification-queue.ts';

/** A rebase takes lines out and puts them back. */
const settledAfterMs = 1_500;
const maxTold = 100;

/** Files of a work tree that have changed. */
interface ChangedPaths {
  readonly workTree: WorkTree;
  readonly paths: readonly string[];
}

interface LostLinesDependencies {
  readonly replica: Pick<Replica, 'liveReservations' | 'nowMs' | 'reservationsOf' | 'session'>;
  readonly files: Pick<FileStates, 'textOf'>;
  readonly changes: Pick<FileChanges, 'holdersHere' | 'isInGit' | 'lastTextOf' | 'treeName'>;
  readonly notifications: NotificationQueue;
}

/** A file as somebody wrote it last, and the sessions whose lines stand in it. */
interface Standing {
  readonly text: string;
  readonly holders: ReadonlySet<string>;
}

/** Whether the agent itself has just run a command in the work tree. */
type HasRun = (conversation: ConversationKey) => boolean;

/**
 * RSV-6: tells agents whose reserved lines, which no commit has, are gone from their work tree by what is nobody's edit (HOK-6), such
 * as a commit that Git brought there: nothing else would tell them.
 */
export class LostLines {
  /** Of which files somebody was told, with the text before; what is there again is not told any more. */
  private readonly told = new LRUCache<string, string>({ max: maxTold });

  constructor(private readonly deps: LostLinesDependencies) {}

  /** To be called at once when files have changed that nobody edited. */
  look(changed: ChangedPaths, hasRun: HasRun): void {
    for (const file of this.filesOfInterest(changed)) {
      const before = this.standing(file);
      const compare = () => this.compare(file, before, hasRun).catch(() => undefined);
      setTimeout(() => void compare(), settledAfterMs).unref();
    }
  }

  /** A checkout changes thousands of files: only those that are held here, or were told as lost, are looked at. */
  private filesOfInterest({ workTree, paths }: ChangedPaths): RepositoryFile[] {
    if (paths.length === 0) return [];
    const { replica } = this.deps;
    const tree = this.deps.changes.treeName(workTree);
    const held = replica
      .liveReservations(replica.nowMs())
      .filter((one) => one.lines?.tree === tree);
    const keys = new Set(held.map(({ filePath }) => pathKey(filePath)));
    return paths
      .map((path) => ({ kind: 'inside', workTree, path, key: pathKey(path) }) as const)
      .filter((file) => keys.has(file.key) || this.told.has(aboutOf(file)));
  }

  /** Whose lines stand in the file as somebody wrote it last. */
  private standing(file: RepositoryFile): Standing {
    const held = this.heldIn(file);
    const text = held.length === 0 ? undefined : this.deps.changes.lastTextOf(file);
    if (text === undefined) return { text: '', holders: new Set() };
    return { text, holders: this.deps.changes.holdersHere(file, held, text) };
  }

  private heldIn({ key, workTree }: RepositoryFile) {
    const { replica, changes } = this.deps;
    const [tree, nowMs] = [changes.treeName(workTree), replica.nowMs()];
    return replica
      .reservationsOf(key)
      .filter((one) => one.lines?.tree === tree && isLive(one, nowMs));
  }

  private async compare(file: RepositoryFile, before: Standing, hasRun: HasRun): Promise<void> {
    const { changes, files, notifications } = this.deps;
    const now = files.textOf(file);
    if (now === 'unreadable') return;
    const about = aboutOf(file);
    // As after a checkout of another branch and back.
    if (this.told.get(about) === now.text) {
      this.told.delete(about);
      notifications.withdraw({ about });
    }
    const left = changes.holdersHere(file, this.heldIn(file), now.text ?? '');
    const lost = [...before.holders].filter((id) => !left.has(id));
    if (lost.length > 0 && !(await changes.isInGit(file, before.text)))
      this.tell(file, lost, { before, hasRun });
  }

  private tell(
    file: RepositoryFile,
    lost: readonly string[],
    { before, hasRun }: { before: Standing; hasRun: HasRun },
  ): void {
    for (const sessionId of lost) {
      const session = this.deps.replica.session(sessionId);
      if (session === undefined || hasRun(session)) continue;
      const about = aboutOf(file);
      this.told.set(about, before.text);
      this.deps.notifications.add(session, lostMessage(file.path), { about });
    }
  }
}

function aboutOf({ workTree, path }: RepositoryFile): string {
  return `lost ${workTree.root} ${path}`;
}

function lostMessage(path: string): string {
  return `coord: what you wrote in ${shownId(path)} is gone from your work tree: it was not committed, and Git or a person changed the file there. Look before you go on, and write it again where it is still needed.`;
}
