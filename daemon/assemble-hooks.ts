import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointFiles, endpointFolder } from '../shared/node/endpoint.ts';
import type { WorkTree } from '../shared/node/git/repository.ts';
import { LocalModel } from './models/local-model.ts';
import type { Notice } from '../shared/sessions/notification.ts';
import type { ConversationKey } from '../shared/sessions/rules.ts';
import type { GuardedStore } from './replica/guarded-store.ts';
import { elapsedClock } from '../shared/kernel/clock.ts';
import type { RunGit } from '../shared/node/git/git-calls.ts';
import type { Ingredients, Memory, Work } from './ingredients.ts';
import type { PathResolver, RepositoryFile } from './git/path-resolver.ts';
import { WriteAcquisition } from './hooks/acquire.ts';
import { AgentAnswerLog } from './hooks/agent-answers.ts';
import { BackgroundReporter } from './hooks/background-reporter.ts';
import { AgentWorkTrees, HookConversations, McpCallOwners } from './hooks/hook-conversations.ts';
import { HookHandler } from './hooks/hook-handler.ts';
import { SessionLifecycle } from './hooks/lifecycle.ts';
import { FileReserver, OutageNotice } from './hooks/reserve.ts';
import { HookBodies } from './hooks/hook-bodies.ts';
import { LostLines } from './hooks/notices/lost-lines.ts';
import { ShellWrites } from './hooks/shell-writes.ts';
import { attestationSigner } from './gate/run/attestation-signer.ts';
import { WriteCheck } from './hooks/write-check.ts';
import { ListedWorkTrees } from './work-trees/listed-work-trees.ts';
import { WrittenSymbols } from './knowledge/written-symbols.ts';
import { acceptClients } from './mcp/tool-host.ts';
import { McpSessions } from './mcp/mcp-sessions.ts';
import type { RelayConnection } from './relay-connection/relay-connection.ts';
import { LocalSync } from './sync/local-sync.ts';

export interface HookIngredients extends Pick<Ingredients, 'options' | 'paths'>, Work {
  readonly memory: Memory;
  readonly relayConnection: RelayConnection;
  readonly pathResolver: PathResolver;
  readonly git: RunGit;
  readonly store: Pick<GuardedStore, 'problem'>;
}

/** What answers agents: their hooks, their tool calls and sync. */
export function assembleHooks(ingredients: HookIngredients) {
  const { options, memory, relayConnection, workTrees, pathResolver: paths, git } = ingredients;
  const { replica, notifications, outbox } = memory;
  const { clock, durations, workTree } = options;
  const { client, ownClient } = relayConnection;
  const agentWorkTrees = new AgentWorkTrees();
  const hookBodies = new HookBodies(paths, relayConnection.workspaceSlug, agentWorkTrees);
  const { sessionTtlMs, reservationTtlMs } = durations;
  const reporter = new BackgroundReporter({ client: ownClient, replica, clock, sessionTtlMs });
  const outageNotice = new OutageNotice(() => relayConnection.upstream?.refusal());
  relayConnection.on('following', () => outageNotice.end());
  const reserver = new FileReserver({
    replica,
    outbox,
    hookBodies,
    reservationTtlMs,
    outageNotice,
    diskProblem: () => ingredients.store.problem,
  });
  const shared = { replica, notifications, paths, reporter, hookBodies };
  const lifecycle = new SessionLifecycle({
    ...{ ...memory, ...shared, workTrees },
    changes: ingredients.changes,
  });
  const { writeCheck, acquisition, shellWrites } = assembleWrites(ingredients, {
    ...shared,
    reserver,
    lifecycle,
    isOffline: () => relayConnection.state === 'offline',
  });
  const mcpCallOwners = new McpCallOwners(elapsedClock(clock));
  const hookConversations = new HookConversations(paths, workTree.root);
  const handler = new HookHandler({
    writeCheck,
    acquisition,
    lifecycle,
    shellWrites,
    mcpCallOwners,
    hookConversations,
    notifications,
    deniesUnchecked: () => existsSync(denyWhenDownFile(workTree)),
    ready: relayConnection.firstTry,
  });
  const answerLog = new AgentAnswerLog({ replica, paths, clock });
  const { noteSync: onAnswer, noteTold: onTold } = answerLog;
  const sync = new LocalSync({ ...memory, clock, client, onAnswer });
  const signingKeyFile = join(ingredients.paths.folder, 'gate', 'signing-key');
  const signer = () => attestationSigner(signingKeyFile);
  const { localModel, endModel } = assembleModel(options);
  const runningIn = (root: string) => shellWrites.runningIn(root);
  const own = { signer, localModel, runningIn };
  const interceptorContext = { workTree, git, replica, workTrees, clock, client, ...own };
  const mcpSessions = new McpSessions({ ...shared, lifecycle, hookConversations, mcpCallOwners });
  const relayUrl = () => relayConnection.upstream?.url;
  const reached = { interceptorContext, client, relayUrl, onTold };
  const toolHost = { replica, sync, paths, mcpSessions, ...reached };
  return {
    agentWorkTrees,
    answerLog,
    fileKeyOf: (path: string) => paths.keyOf(path),
    handler,
    acquisition,
    lifecycle,
    reporter,
    shellWrites,
    sync,
    interceptorContext,
    endModel,
    mcpSessions,
    toolHost,
    acceptClient: acceptClients(toolHost),
  };
}

interface WriteParts {
  readonly replica: Memory['replica'];
  readonly notifications: Memory['notifications'];
  readonly paths: PathResolver;
  readonly reporter: BackgroundReporter;
  readonly hookBodies: HookBodies;
  readonly reserver: FileReserver;
  readonly lifecycle: SessionLifecycle;
  readonly isOffline: () => boolean;
}

/** What checks a write before it is made, and what reserves and publishes it afterwards. */
function assembleWrites(
  { options, memory, workTrees, files, changes, publisher, handEdits }: HookIngredients,
  parts: WriteParts,
) {
  const { clock } = options;
  const { knowledge, teamWork } = memory;
  const { replica } = parts;
  const tell = (conversation: ConversationKey, { text, ...subject }: Notice) =>
    parts.notifications.add(conversation, text, subject);
  const symbols = new WrittenSymbols({ replica, workTrees, publisher, handEdits, tell });
  const acquisition = new WriteAcquisition({ ...parts, files, changes, symbols, knowledge });
  const symbolsOf = (file: RepositoryFile) => workTrees.symbolsOf(file);
  const writeCheck = new WriteCheck({ ...parts, files, changes, knowledge, teamWork, symbolsOf });
  const shown = { ...parts, clock, files, changes, knowledge };
  const listed = new ListedWorkTrees(options.workTree.commonDir, clock);
  const lost = new LostLines(shown);
  const shellWrites = new ShellWrites({ ...shown, workTrees, listed, symbols, lost });
  return { writeCheck, acquisition, shellWrites };
}

/** The user's own agent client as a language model (MTG-16). */
function assembleModel({ environment, stateFolder }: Ingredients['options']) {
  const modelEnd = new AbortController();
  const localModel = new LocalModel({
    environment,
    stateFolder,
    // Gemini CLI takes no settings out of a folder that others can write, such as /tmp.
    temporaryFolder: join(stateFolder, 'models'),
    signal: modelEnd.signal,
  });
  return { localModel, endModel: () => modelEnd.abort() };
}

function denyWhenDownFile({ commonDir }: WorkTree): string {
  return join(commonDir, endpointFolder, endpointFiles.denyWhenDown);
}

export type AgentParts = ReturnType<typeof assembleHooks>;
