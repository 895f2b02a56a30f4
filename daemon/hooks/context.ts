import type { Client } from '../../shared/api/client.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { Outbox } from '../replica/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import type { TeamWorkCache } from '../knowledge/team-work-cache.ts';
import type { SymbolPublisher } from '../knowledge/symbol-publisher.ts';
import type { BackgroundReporter } from './background-reporter.ts';
import type { NotificationQueue } from './notification-queue.ts';
import type { McpCallOwners } from './mcp-call-owners.ts';
import type { SyncReportThrottle } from '../sync/report-throttle.ts';
import type { WorkTreeIndexes } from '../work-trees/work-trees.ts';

/** What the hooks work with. */
export interface HookContext {
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly paths: PathResolver;
  readonly indexes: WorkTreeIndexes;
  readonly notifications: NotificationQueue;
  readonly mcpCallOwners: McpCallOwners;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
  readonly publisher: SymbolPublisher;
  readonly reporter: BackgroundReporter;
  readonly syncReports: SyncReportThrottle;
  readonly clock: Clock;
  readonly durations: Durations;
  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug: () => string | undefined;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
}
