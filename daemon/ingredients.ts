import type { FileChanges } from './changes/file-changes.ts';
import type { DaemonOptions, StatePaths } from './config.ts';
import type { NotificationQueue } from './hooks/notices/notification-queue.ts';
import type { HandEdits } from './knowledge/hand-edits.ts';
import type { SymbolPublisher } from './knowledge/symbol-publisher.ts';
import type { TeamKnowledgeCache, TeamWorkCache } from './knowledge/team-knowledge-cache.ts';
import type { Outbox } from './replica/outbox.ts';
import type { Replica } from './replica/replica.ts';
import type { GuardedStore } from './replica/guarded-store.ts';
import type { FileStates } from './work-trees/file-states.ts';
import type { WorkTrees } from './work-trees/work-trees.ts';

/** What a daemon is put together from. */
export interface Ingredients {
  readonly options: DaemonOptions;
  readonly paths: StatePaths;
  readonly store: GuardedStore;
  readonly token: string;
  /** What is in the file of this name. */
  readonly homeId: string;
}

/** What hooks are answered from, as it was when the daemon last ran. */
export interface Memory {
  readonly replica: Replica;
  readonly notifications: NotificationQueue;
  readonly outbox: Outbox;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
}

/** The work trees: their files, what changes in them, and what of it goes to the team. */
export interface Work {
  readonly workTrees: WorkTrees;
  readonly files: FileStates;
  readonly changes: FileChanges;
  readonly publisher: SymbolPublisher;
  readonly handEdits: HandEdits;
}
