import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import type { DaemonOptions, StatePaths } from './config.ts';
import type { InterceptorContext } from './interceptors/interceptor.ts';
import { readPrivateFile } from '../shared/node/files.ts';
import { PathResolver } from './git/path-resolver.ts';
import { gitRunner } from '../shared/node/git/run.ts';
import { BackgroundReporter } from './hooks/background-reporter.ts';
import type { HookContext } from './hooks/context.ts';
import { HookHandler } from './hooks/hook-handler.ts';
import { queueTeamNotifications } from './hooks/team-notifications.ts';
import { NotificationQueue } from './hooks/notification-queue.ts';
import {
  applyReplayedReply,
  restoreProvisionalReservations,
  sessionIdOfQueued,
} from './hooks/outbox-replay.ts';
import { ShellWrites } from './hooks/shell-writes.ts';
import { McpCallOwners } from './hooks/mcp-call-owners.ts';
import { Guard } from './local-api/guard.ts';
import { interceptorRoutes } from './local-api/interceptor-routes.ts';
import { gateRoutes } from './local-api/gate-routes.ts';
import { hookRoutes } from './local-api/hook-routes.ts';
import { LocalApi } from './local-api/local-api.ts';
import { mcpRoute } from './local-api/mcp-route.ts';
import { Proxy } from './local-api/proxy.ts';
import { radarRoute } from './local-api/radar-route.ts';
import { readRoutes } from './local-api/read-routes.ts';
import { sessionRoutes } from './local-api/session-routes.ts';
import { TeamKnowledgeCache } from './knowledge/team-knowledge-cache.ts';
import { TeamWorkCache } from './knowledge/team-work-cache.ts';
import { SymbolPublisher } from './knowledge/symbol-publisher.ts';
import type { Logger } from './logging/logger.ts';
import { ForecastNotifier } from './radar/forecast-notifier.ts';
import { Radar } from './radar/radar.ts';
import { movesBranches, radarRelay } from './radar/radar-relay.ts';
import { RelayConnection } from './relay-connection/relay-connection.ts';
import { Outbox } from './replica/outbox.ts';
import { Replica } from './replica/replica.ts';
import type { DaemonStore } from './replica/store.ts';
import { statusOf } from './local-api/status.ts';
import { SyncReportThrottle } from './sync/report-throttle.ts';
import { WorkTrees } from './work-trees/work-trees.ts';

const gitTimeoutMs = 60_000;

export interface Ingredients {
  readonly options: DaemonOptions;
  readonly paths: StatePaths;
  readonly store: DaemonStore;
  readonly token: string;
}

/** The parts of a daemon, put together and not yet started. */
export interface Parts {
  readonly api: LocalApi;
  readonly guard: Guard;
  readonly context: HookContext;
  readonly edge: InterceptorContext;
  readonly outbox: Outbox;
  readonly relaySide: RelayConnection;
  readonly workTrees: WorkTrees;
  readonly radar: Radar;
  readonly logger: Logger;
}

/** The composition root: who knows whom. */
export function assemble({ options, paths, store, token }: Ingredients): Parts {
  const { clock, logger, durations } = options;
  const replica = new Replica(clock, store.loadState());
  const notifications = new NotificationQueue(store);
  const outbox = new Outbox({
    store,
    logger,
    sessionIdOf: (command) => sessionIdOfQueued({ replica }, command),
    onReplayed: (command, reply) => applyReplayedReply({ replica, notifications }, command, reply),
  });
  const knowledge = new TeamKnowledgeCache({
    logger,
    stored: store.knowledge(),
    save: (known) => store.saveKnowledge(known),
  });
  const teamWork = new TeamWorkCache(logger);
  const guard = new Guard({
    token,
    clock,
    userId: () => replica.user.userId,
    userOfKey: (key) => userOfKey(relaySide, key),
  });
  const key = knownKey(options, paths);
  if (key !== undefined) guard.acceptKey(key);
  const publisher = new SymbolPublisher({
    client: () => relaySide.upstream?.client,
    workspaceId: () => relaySide.identity?.workspace.id,
    logger,
  });
  const relaySide: RelayConnection = new RelayConnection({
    options,
    paths,
    store,
    replica,
    outbox,
    knowledge,
    teamWork,
    publish() {
      void publisher.publishAll(() => workTrees.publications(options.workTree));
      radar.noteBranchChange();
    },
    onEvents(events) {
      queueTeamNotifications(context, events);
      forecasts.onEvents(events);
      if (events.some(({ type }) => movesBranches(type))) radar.noteBranchChange();
    },
    onKey: (key) => guard.acceptKey(key),
  });
  restoreProvisionalReservations({ replica }, outbox.commands());

  const git = gitRunner(options.environment, { timeoutMs: gitTimeoutMs });
  const workTrees: WorkTrees = new WorkTrees({
    folder: paths.folder,
    git,
    clock,
    logger,
    onProgress: options.onIndexProgress,
    onWrite: () => radar.noteFileWritten(),
    onChange(workTree, changed) {
      radar.noteFileWritten();
      shells.changed(workTree, changed).catch((error: unknown) => logger.warn(String(error)));
    },
  });
  const client = () => relaySide.upstream?.client;
  const context: HookContext = {
    replica,
    outbox,
    notifications,
    clock,
    durations,
    client,
    paths: new PathResolver(options.workTree, clock),
    indexes: workTrees,
    mcpCallOwners: new McpCallOwners(clock),
    knowledge,
    teamWork,
    publisher,
    reporter: new BackgroundReporter({
      client,
      replica,
      clock,
      sessionTtlMs: durations.sessionTtlMs,
    }),
    syncReports: new SyncReportThrottle(),
    workspaceSlug: () => relaySide.identity?.workspace.slug,
  };
  const shells = new ShellWrites(context, workTrees);
  const edge = { hooks: context, workTree: options.workTree, git };
  const forecasts = new ForecastNotifier({ replica, notices: notifications });
  const radar = new Radar({
    git,
    home: options.workTree,
    folder: join(paths.folder, 'radar'),
    clock,
    logger,
    replica,
    notifier: forecasts,
    ...radarRelay(client, () => relaySide.identity?.workspace.id),
  });
  const gateFolder = join(paths.folder, 'gate');
  const api = apiOf({ options, edge, shells, relaySide, guard, workTrees, radar, gateFolder });
  return { api, guard, context, edge, outbox, relaySide, workTrees, radar, logger };
}

interface ApiParts {
  readonly options: DaemonOptions;
  readonly edge: InterceptorContext;
  readonly shells: ShellWrites;
  readonly relaySide: RelayConnection;
  readonly guard: Guard;
  readonly workTrees: WorkTrees;
  readonly radar: Radar;
  readonly gateFolder: string;
}

function apiOf(parts: ApiParts): LocalApi {
  const { options, edge, shells, relaySide, guard, workTrees } = parts;
  const { logger } = options;
  const { hooks: context } = edge;
  const { replica, outbox } = context;
  const upstream = () => relaySide.upstream;
  const proxy = new Proxy(upstream, logger);
  const apiContext = {
    proxy,
    upstream,
    hooks: context,
    edge,
    handler: new HookHandler(context, shells),
    version: options.version,
    problem: () => relaySide.problem?.message,
    isIdentified: (waitMs: number) => isIdentified(relaySide, waitMs),
    status: () => statusOf({ options, replica, relaySide, outbox, workTrees }),
  };
  const routes = {
    ...hookRoutes(apiContext),
    ...sessionRoutes(apiContext),
    ...readRoutes(apiContext),
    ...interceptorRoutes(apiContext),
    ...mcpRoute(apiContext),
    ...gateRoutes({
      edge,
      folder: parts.gateFolder,
      environment: options.environment,
      machine: hostname().slice(0, 120) || 'unknown',
    }),
    ...radarRoute(parts.radar),
  };
  return new LocalApi({ guard, proxy, routes, logger });
}

async function isIdentified({ identified }: RelayConnection, waitMs: number): Promise<boolean> {
  const outcome = await Promise.race([identified, sleep(waitMs, undefined, { ref: false })]);
  return outcome !== undefined && !isRefusal(outcome);
}

async function userOfKey(
  { upstream }: RelayConnection,
  key: string,
): Promise<string | Refusal | undefined> {
  if (upstream === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
  const answer = await upstream.clientFor(key).call('validateKey', {});
  if (isRefusal(answer)) return answer;
  return answer.valid ? answer.user_id : undefined;
}

/** The developer's key from the last start, so that it is taken before the relay answers. */
function knownKey({ relay }: DaemonOptions, paths: StatePaths): string | undefined {
  return relay.kind === 'remote' ? relay.key : readPrivateFile(paths.key);
}
