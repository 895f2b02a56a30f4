import type { DaemonOptions, StatePaths } from './config.ts';
import type { NotificationQueue } from './hooks/notices/notification-queue.ts';
import type { TeamKnowledgeCache } from './knowledge/team-knowledge-cache.ts';
import type { TeamWorkCache } from './knowledge/team-work-cache.ts';
import type { Outbox } from './replica/outbox.ts';
import type { Replica } from './replica/replica.ts';
import type { GuardedStore } from './replica/guarded-store.ts';

/** What a daemon is put together from. */
export interface Ingredients {
  readonly options: DaemonOptions;
  readonly paths: StatePaths;
  readonly store: GuardedStore;
  readonly token: string;
}

/** What hooks are answered from, as it was when the daemon last ran. */
export interface Memory {
  readonly replica: Replica;
  readonly notifications: NotificationQueue;
  readonly outbox: Outbox;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
}
