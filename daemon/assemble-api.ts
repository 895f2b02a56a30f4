import { join } from 'node:path';
import type { GitRunner } from '../shared/node/git/git-calls.ts';
import { machineName } from '../shared/node/processes/machine-name.ts';
import { trustFileIn } from '../shared/node/git/trusted-settings.ts';
import type { AgentParts } from './assemble-hooks.ts';
import type { GuardedStore } from './replica/guarded-store.ts';
import type { Ingredients, Memory } from './ingredients.ts';
import { AgentAnswerStreams } from './local-api/routes/agent-answers-route.ts';
import { aboutRoutes } from './local-api/routes/about-routes.ts';
import type { DashboardLinks } from './local-api/dashboard/dashboard-links.ts';
import { dashboardFilesRoutes, dashboardRoutes } from './local-api/dashboard/dashboard-route.ts';
import { gateRoutes, radarRoute } from './local-api/routes/command-routes.ts';
import type { Guard } from './local-api/guard.ts';
import { hookRoutes } from './local-api/routes/hook-routes.ts';
import { interceptorRoutes } from './local-api/routes/interceptor-routes.ts';
import { keyRoute } from './local-api/routes/key-route.ts';
import { mcpRoute } from './local-api/routes/mcp-route.ts';
import { LocalApi } from './local-api/local-api.ts';
import { Proxy } from './local-api/proxy.ts';
import { readRoutes } from './local-api/routes/read-routes.ts';
import { recordingRoutes, type UpgradeListener, upgradeRoute } from './local-api/upgrade-route.ts';
import { sessionRoutes } from './local-api/routes/session-routes.ts';
import { statusOf, type StateProblems } from './local-api/status.ts';
import { TabStreams } from './local-api/tab-streams.ts';
import type { Radar } from './radar/radar.ts';
import type { RelayConnection } from './relay-connection/relay-connection.ts';
import type { WorkTrees } from './work-trees/work-trees.ts';

export interface ApiIngredients extends Pick<Ingredients, 'options' | 'paths'> {
  readonly memory: Memory;
  readonly relayConnection: RelayConnection;
  readonly workTrees: WorkTrees;
  readonly guard: Guard;
  readonly hooks: AgentParts;
  readonly radar: Radar;
  readonly dashboardLinks: DashboardLinks;
  readonly git: GitRunner;
  readonly store: GuardedStore;
  readonly stateProblems: StateProblems;
}

/** The HTTP interface of the daemon and the connection of `coord mcp`. */
export function assembleApi(ingredients: ApiIngredients): {
  api: LocalApi;
  onUpgrade: UpgradeListener;
  agentAnswers: AgentAnswerStreams;
} {
  const { options, guard, hooks, relayConnection } = ingredients;
  const { logger } = options;
  const tabStreams = new TabStreams(guard);
  const proxy = new Proxy(relayConnection, logger, tabStreams);
  const agentAnswers = new AgentAnswerStreams({ answerLog: hooks.answerLog, guard });
  const routes = routesOf(ingredients, { proxy, tabStreams, agentAnswers });
  const api = new LocalApi({ guard, proxy, routes, logger });
  const onUpgrade = upgradeRoute({
    ...{ guard, logger, accept: hooks.acceptClient },
    upstream: () => relayConnection.upstream,
    tabStreams,
    onStopped: (meeting) => {
      import('./models/interceptors.ts')
        .then(({ readRecorded }) => readRecorded(hooks.interceptorContext, logger, meeting))
        .catch((error: unknown) => logger.warn(String(error)));
    },
  });
  return { api, onUpgrade, agentAnswers };
}

interface MadeHere {
  readonly proxy: Proxy;
  readonly tabStreams: TabStreams;
  readonly agentAnswers: AgentAnswerStreams;
}

function routesOf(ingredients: ApiIngredients, { proxy, tabStreams, agentAnswers }: MadeHere) {
  const { options, paths, memory, hooks, relayConnection, workTrees, git, store } = ingredients;
  const { stateProblems } = ingredients;
  const { replica, outbox } = memory;
  const { handler, answerLog, fileKeyOf, lifecycle, reporter, sync, interceptorContext } = hooks;
  const ofHooks = { handler, answerLog, fileKeyOf };
  const { workspaceSlug } = relayConnection;
  const { version, environment, relay } = options;
  const upstream = () => relayConnection.upstream;
  const { sessionTtlMs } = options.durations;
  const isIdentified = (waitMs: number) => relayConnection.isIdentifiedWithin(waitMs);
  const problem = () => relayConnection.problem?.message;
  const status = async () => {
    await relayConnection.look();
    return statusOf({
      ...{ relay, replica, relayConnection, outbox, workTrees },
      store,
      stateProblems,
    });
  };
  const ofSessions = { lifecycle, reporter, replica, outbox, sessionTtlMs };
  const routes = {
    ...hookRoutes({ ...ofHooks, proxy, replica, workspaceSlug, isIdentified }),
    ...sessionRoutes({ ...ofSessions, proxy, upstream, workspaceSlug }),
    ...readRoutes({ replica, sync, proxy, version, workspaceSlug, problem, status }),
    ...interceptorRoutes({ interceptorContext, proxy }),
    ...mcpRoute({ workspaceSlug, proxy, toolHost: hooks.toolHost, logger: options.logger }),
    ...keyRoute({ proxy, identity: () => relayConnection.identity }),
    ...gateRoutes({
      interceptorContext,
      folder: join(paths.folder, 'gate'),
      environment,
      machine: machineName(),
      trustFile: trustFileIn(paths.folder),
      withheld: () => git.withheld(options.workTree.root),
    }),
    ...radarRoute(ingredients.radar),
    ...dashboardRoutes({
      links: ingredients.dashboardLinks,
      workspaceSlug,
      signInOf: (authorization) => ingredients.guard.signInOf(authorization),
      onSignOut({ id }) {
        ingredients.guard.endSignIn(id);
        ingredients.dashboardLinks.keys.end(id);
        tabStreams.recheck();
        void agentAnswers.recheck();
      },
    }),
    ...agentAnswers.routes(),
    ...recordingRoutes({ guard: ingredients.guard, proxy }),
    ...dashboardFilesRoutes(),
  };
  return { ...routes, ...aboutRoutes(routes, upstream) };
}
