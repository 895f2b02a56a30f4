import type { Client } from '../../shared/api/client.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Places } from '../git/places.ts';
import type { Outbox } from '../replica/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import type { TeamWorkAtHand } from '../knowledge/team-work-cache.ts';
import type { SymbolPublisher } from '../knowledge/symbol-publisher.ts';
import type { BackgroundReporter } from './background-reporter.ts';
import type { NotificationQueue } from './notification-queue.ts';
import type { McpCallOwners } from './mcp-call-owners.ts';
import type { SyncForwarding } from '../sync-forwarding.ts';
import type { WorkTreeIndexes } from '../work-trees.ts';

/** What the hooks work with. */
export interface HookContext {
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly places: Places;
  readonly indexes: WorkTreeIndexes;
  readonly notifications: NotificationQueue;
  readonly mcpCallOwners: McpCallOwners;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkAtHand;
  readonly publisher: SymbolPublisher;
  readonly reporter: BackgroundReporter;
  readonly syncs: SyncForwarding;
  readonly clock: Clock;
  readonly durations: Durations;
  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug: () => string | undefined;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
}
