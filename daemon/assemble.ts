import { join } from 'node:path';
import { BlobReader } from './git/blob-texts.ts';
import { IgnoreReader } from './git/ignore-rules.ts';
import { elapsedClock } from '../shared/kernel/clock.ts';
import { gitRunner } from '../shared/node/git/run.ts';
import { type GitRunner } from '../shared/node/git/git-calls.ts';
import { trustFileIn } from '../shared/node/git/trusted-settings.ts';
import { readPrivateFile } from '../shared/node/disk/files.ts';
import { assembleApi } from './assemble-api.ts';
import { type AgentParts, assembleHooks } from './assemble-hooks.ts';
import { subscribeToRelay, subscribeToWorkTrees } from './assemble-subscriptions.ts';
import type { Ingredients, Memory } from './ingredients.ts';
import { PathResolver } from './git/path-resolver.ts';
import { NotificationQueue } from './hooks/notices/notification-queue.ts';
import {
  applyReplayedReply,
  holderOfQueued,
  restoreProvisionalReservations,
} from './hooks/outbox-replay.ts';
import { TeamKnowledgeCache, TeamWorkCache } from './knowledge/team-knowledge-cache.ts';
import { DiscardedFiles } from './knowledge/discarded-files.ts';
import { DiscardedWork } from './knowledge/discarded-work.ts';
import { HandChanges } from './knowledge/hand-changes.ts';
import { HandEdits } from './knowledge/hand-edits.ts';
import { SymbolPublisher } from './knowledge/symbol-publisher.ts';
import { DashboardLinks } from './local-api/dashboard/dashboard-links.ts';
import { Guard } from './local-api/guard.ts';
import type { AgentAnswerStreams } from './local-api/routes/agent-answers-route.ts';
import type { LocalApi } from './local-api/local-api.ts';
import type { StateProblems } from './local-api/status.ts';
import type { UpgradeListener } from './local-api/upgrade-route.ts';
import type { McpSessions } from './mcp/mcp-sessions.ts';
import { ForecastNotifier } from './radar/forecast-notifier.ts';
import { Radar } from './radar/radar.ts';
import { radarRelay } from './radar/radar-relay.ts';
import { RelayConnection } from './relay-connection/relay-connection.ts';
import { userOfKey } from './relay-connection/upstream.ts';
import { Outbox } from './replica/outbox.ts';
import { Replica } from './replica/replica.ts';
import type { TrackedSession } from '../shared/replica/tracked.ts';
import { BaseTexts } from './changes/base-texts.ts';
import { FileChanges } from './changes/file-changes.ts';
import { conversationName } from '../shared/sessions/rules.ts';
import { FileStates } from './work-trees/file-states.ts';
import { chooseWatcher } from './watching/choose-watcher.ts';
import { WorkTrees } from './work-trees/work-trees.ts';

/** The parts of a daemon, put together and not yet started. */
export interface Parts {
  readonly api: LocalApi;
  readonly onUpgrade: UpgradeListener;
  readonly agentAnswers: Pick<AgentAnswerStreams, 'close'>;
  readonly guard: Guard;
  readonly memory: Memory;
  readonly relayConnection: RelayConnection;
  readonly workTrees: WorkTrees;
  readonly publisher: SymbolPublisher;
  readonly handEdits: HandEdits;
  readonly radar: Radar;
  readonly mcpSessions: McpSessions;
  /** Ends what the model of this machine is asked. */
  readonly endModel: () => void;
  /** Resolves when what was reported as written is reserved. */
  readonly writesReserved: () => Promise<void>;
  /** LOC-7: what cannot be made in the state folder, for the status. */
  readonly stateProblems: StateProblems;
  /** What keeps git running. */
  readonly readers: readonly { close(): void }[];
}

const gitTimeoutMs = 60_000;

/** The composition root: makes every part from those before it, then connects them by subscriptions. */
export function assemble(ingredients: Ingredients): Parts {
  const { options, paths, store } = ingredients;
  const { clock, workTree } = options;
  const memory = assembleMemory(ingredients);
  const { replica } = memory;
  const relayConnection = new RelayConnection({
    settings: { ...options, keyFile: paths.key },
    relayDatabase: paths.relayDatabase,
    store,
    replica,
  });
  const work = assembleWork(ingredients, replica, relayConnection);
  const guard = assembleGuard(ingredients, replica, relayConnection);
  const parts = {
    ...ingredients,
    memory,
    relayConnection,
    ...work,
    guard,
  };
  const hooks = assembleHooks({
    ...parts,
    pathResolver: new PathResolver(workTree, elapsedClock(clock)),
  });
  const { radar, forecasts } = assembleRadar(parts, hooks);
  const stateProblems: StateProblems = { current: () => undefined };
  const dashboardLinks = new DashboardLinks({
    clocks: { elapsed: elapsedClock(clock), ofDay: clock },
    store,
    onToken: (token, signIn) => guard.acceptTab(token, signIn),
  });
  const forApi = { ...parts, hooks, radar, stateProblems, dashboardLinks };
  const { api, onUpgrade, agentAnswers } = assembleApi(forApi);
  const subscribers = { ...parts, radar, forecasts, shellWrites: hooks.shellWrites };
  subscribeToRelay(subscribers);
  subscribeToWorkTrees(subscribers);
  const writesReserved = () => hooks.acquisition.idle();
  return {
    agentAnswers,
    ...{ api, onUpgrade, guard, memory, relayConnection, radar },
    ...{ workTrees: work.workTrees, publisher: work.publisher, handEdits: work.handEdits },
    mcpSessions: hooks.mcpSessions,
    endModel: hooks.endModel,
    writesReserved,
    stateProblems,
    readers: work.readers,
  };
}

/** The work trees: their files, what changes in them, and what of it goes to the team. */
function assembleWork(
  { options, paths, homeId }: Ingredients,
  replica: Replica,
  { ownClient, workspaceId }: RelayConnection,
) {
  const { clock, logger, workTree } = options;
  const git = gitRunner(options.environment, {
    timeoutMs: gitTimeoutMs,
    trustFile: trustFileIn(paths.folder),
  });
  const [blobs, ignores] = [new BlobReader(git), new IgnoreReader(git)];
  const { onIndexProgress: onProgress } = options;
  const workTrees = new WorkTrees({
    folder: paths.folder,
    git,
    ignores,
    clock,
    logger,
    onProgress,
    watcher: chooseWatcher(workTree, options.watch),
  });
  const bases = new BaseTexts(git, blobs, elapsedClock(clock));
  const files = new FileStates({ workTrees, ignores, committedTexts: bases, clock });
  const ownerOf = (sessionId: string) => ownerOfSession(replica.session(sessionId), sessionId);
  const changes = new FileChanges({
    bases,
    files,
    ownerOf,
    homeId,
    isShared: () => options.relay.kind === 'remote',
    analyse: (file, text) => workTrees.analysisOf(file, text),
  });
  const publisher = new SymbolPublisher({ client: ownClient, workspaceId, logger });
  const handChanges = new HandChanges({ clock, bases, workTrees, publisher });
  const discardedFiles = new DiscardedFiles({ home: workTree, blobs, workTrees });
  const handEdits = new HandEdits({
    ...{ clock, logger, workTrees, files, publisher },
    changes: handChanges,
    discarded: new DiscardedWork({ git, home: workTree, files: discardedFiles, publisher }),
  });
  const readers = [blobs, ignores];
  return { git, workTrees, files, changes, publisher, handEdits, readers };
}

/** Another user's session is known by its id alone. */
function ownerOfSession(session: TrackedSession | undefined, id: string): string {
  return session === undefined ? id : conversationName(session);
}

function assembleMemory({ options, store }: Ingredients): Memory {
  const { clock, logger } = options;
  const replica = new Replica(clock, store.contents.state, store.contents.identity);
  const notifications = new NotificationQueue(store);
  const outbox = new Outbox({
    store,
    logger,
    holderOf: (command) => holderOfQueued(replica, command),
    onReplayed: (command, reply) => applyReplayedReply({ replica, notifications }, command, reply),
  });
  restoreProvisionalReservations(replica, outbox.commands());
  const knowledge = new TeamKnowledgeCache({
    logger,
    stored: store.contents.knowledge,
    save: (known) => store.save('knowledge', known),
  });
  return { replica, notifications, outbox, knowledge, teamWork: new TeamWorkCache(logger) };
}

function assembleGuard(
  { options, paths, token }: Ingredients,
  replica: Replica,
  relayConnection: RelayConnection,
): Guard {
  const { relay, clock } = options;
  const guard = new Guard({
    token,
    clock: elapsedClock(clock),
    userId: () => replica.user.userId,
    userOfKey: (key) => userOfKey(relayConnection.upstream, key),
  });
  // The developer's key from the last start is accepted before the relay answers.
  const key = relay.kind === 'remote' ? relay.key : readPrivateFile(paths.key);
  if (typeof key === 'string') guard.acceptKey(key);
  return guard;
}

interface RadarIngredients extends Ingredients {
  readonly memory: Memory;
  readonly relayConnection: RelayConnection;
  readonly git: GitRunner;
}

function assembleRadar(
  { options, paths, memory, relayConnection, git }: RadarIngredients,
  { agentWorkTrees }: Pick<AgentParts, 'agentWorkTrees'>,
) {
  const { replica, notifications } = memory;
  const forecasts = new ForecastNotifier({ replica, notifications });
  const { clock, logger, workTree: home } = options;
  const folder = join(paths.folder, 'radar');
  const team = radarRelay(relayConnection.ownClient, relayConnection.workspaceId);
  const radar = new Radar({
    git,
    home,
    folder,
    clock,
    logger,
    replica,
    rootOf: (session) => agentWorkTrees.rootOf(session),
    notifier: forecasts,
    ...team,
  });
  return { radar, forecasts };
}
