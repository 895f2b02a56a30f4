import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { assemble, type Parts } from './assemble.ts';
import { startBackground } from './background.ts';
import { mayBeOneRelay, relayName, warnOfUnsent } from './relay-connection/one-workspace.ts';
import { type DaemonOptions, keepEmbedded, statePaths, type StatePaths } from './config.ts';
import { secretIn } from '../shared/node/secret-file.ts';
import { makeOwnFolder } from '../shared/node/disk/own-files.ts';
import type { DaemonEndpoint } from '../shared/node/endpoint.ts';
import type { Logger } from './kernel/logger.ts';
import { listen, type LocalServers } from './local-api/server.ts';
import type { PublishedEndpoint } from './local-api/endpoint/published-endpoint.ts';
import type { StateFilesOptions } from './local-api/endpoint/state-files.ts';
import { openGuardedStore, type GuardedStore } from './replica/guarded-store.ts';
import type { Identity } from './replica/store.ts';

export interface Daemon {
  readonly url: string;
  readonly socket: string;
  readonly tokenFile: string;
  /** The file with the developer's API key; it is there when the workspace is known. */
  readonly keyFile: string;
  /** Resolves when the workspace is known, or with what the user has to correct. */
  readonly identified: Promise<Identity | Refusal>;
  /** Takes no more requests, saves what it knows, and stops the embedded relay. */
  close(): Promise<void>;
}

/** How long another daemon has to answer, and to be found again where its socket was taken away (LOC-7). */
const answerWithinMs = 3_000;
/** How long the end waits for writes that were answered before they were reserved (HOK-3). */
const reserveWithinMs = 2_000;

/**
 * Starts the daemon of one repository. It answers hooks from what it stored last time as soon as it listens; the relay, the
 * index and the watcher are started after that. Refused with a Conflict when another daemon serves the repository or has the port.
 */
export async function startDaemon(given: DaemonOptions): Promise<Daemon | Refusal> {
  const paths = statePaths(given);
  const refusal = await makeFolders(given, paths);
  if (refusal !== undefined) return refusal;
  const store = openGuardedStore(paths.database, given.logger);
  if (store === 'locked') return alreadyRunning(given, paths);
  if (isRefusal(store)) return store;
  const options = keepEmbedded(given, paths, store.contents.identity);
  forgetForeignState(options, store);
  const token = secretIn(paths.token);
  if (isRefusal(token)) {
    store.close();
    return token;
  }
  const homeId = secretIn(paths.homeId);
  if (isRefusal(homeId)) {
    store.close();
    return homeId;
  }
  const parts = assemble({ options, paths, store, token, homeId });
  const servers = await listenOn(options, paths, parts);
  if (isRefusal(servers)) {
    store.close();
    return servers;
  }
  parts.guard.listensOn(servers.port);
  const { outbox, knowledge, teamWork } = parts.memory;
  const published = await publishedEndpoint(options, parts, {
    endpoint: endpointOf(options, { paths, servers }),
    token,
    key: () => keyToKeep(options, paths, parts),
    servers,
    keepStore: () => store.keep(),
  });
  const background = startBackground(options.workTree, parts, published).catch((error: unknown) =>
    parts.relayConnection.fail(error),
  );
  return {
    url: servers.url,
    socket: paths.socket,
    tokenFile: paths.token,
    keyFile: paths.key,
    identified: parts.relayConnection.identified,
    async close() {
      await Promise.race([
        parts.writesReserved(),
        sleep(reserveWithinMs, undefined, { ref: false }),
      ]);
      parts.endModel();
      parts.mcpSessions.stop();
      parts.agentAnswers.close();
      parts.radar.stop();
      parts.relayConnection.stop();
      for (const part of [outbox, knowledge, teamWork]) part.close();
      await allOf(options.logger, [
        () => servers.close(),
        () => background,
        () => parts.handEdits.close(),
        () => parts.publisher.close(),
        () => parts.relayConnection.close(),
        () => parts.radar.close(),
        () => parts.workTrees.close(),
        () => parts.readers.forEach((reader) => reader.close()),
        () => published.withdraw(),
      ]);
      store.close();
    },
  };
}

/** LOC-3: the folders in which secrets lie, or that lead to them, are the user's own. */
async function makeFolders(
  { workTree }: DaemonOptions,
  { folder, socket }: StatePaths,
): Promise<Refusal | undefined> {
  const { makeEndpointFolder } = await import('./local-api/endpoint/published-endpoint.ts');
  return (
    makeEndpointFolder(workTree.commonDir) ??
    makeOwnFolder(folder, { recursive: true }) ??
    makeOwnFolder(dirname(socket), { recursive: true })
  );
}

/** One after the other; what fails, such as a file that cannot be removed, keeps nothing from ending. */
async function allOf(logger: Logger, steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      logger.warn(String(error));
    }
  }
}

/**
 * What was kept for another relay or workspace must not answer hooks. What was not sent yet stays until it is known whether the other
 * address leads to the same workspace (OFF-3).
 */
function forgetForeignState(options: DaemonOptions, store: GuardedStore): void {
  const stored = store.contents.identity;
  if (stored === undefined) return;
  const { workspaceSlug = stored.workspace.slug } = options;
  const relay = relayName(options);
  if (stored.workspace.slug !== workspaceSlug || !mayBeOneRelay(stored.relay, relay)) {
    warnOfUnsent(options.logger, store.contents);
    store.forget();
  } else if (stored.relay !== relay) store.keepUnsent();
}

async function listenOn(
  options: DaemonOptions,
  paths: StatePaths,
  { api, onUpgrade }: Parts,
): Promise<LocalServers | Refusal> {
  const attempt = (port: number) =>
    listen({
      port,
      socketPath: paths.socket,
      onRequest: api.serve,
      onUpgrade,
      connections: options.connections,
    });
  const { port } = options;
  try {
    return await attempt(typeof port === 'number' ? port : port.preferred);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (typeof port !== 'number') return attempt(0);
    return refuse(
      'Conflict',
      `Port ${port} is taken. Choose another one with --port, or 0 for a free one.`,
    );
  }
}

/** The key to a relay elsewhere: somebody may have signed in with another one since the start. */
function keyToKeep(
  { relay }: DaemonOptions,
  { key: file }: StatePaths,
  { relayConnection }: Parts,
): { file: string; text: string } | undefined {
  if (relay.kind !== 'remote') return undefined;
  return { file, text: relayConnection.upstream?.key ?? relay.key };
}

interface Listening {
  readonly paths: StatePaths;
  readonly servers: LocalServers;
}

function endpointOf(options: DaemonOptions, { paths, servers }: Listening): DaemonEndpoint {
  return {
    repository: options.workTree.commonDir,
    url: servers.url,
    socket: paths.socket,
    token_file: paths.token,
    pid: options.pid,
    version: options.version,
  };
}

async function publishedEndpoint(
  { workTree, logger, onNotice }: DaemonOptions,
  { stateProblems }: Parts,
  given: Omit<StateFilesOptions, 'onNotice'>,
): Promise<PublishedEndpoint> {
  const [{ PublishedEndpoint: Published }, { StateFiles }] = await Promise.all([
    import('./local-api/endpoint/published-endpoint.ts'),
    import('./local-api/endpoint/state-files.ts'),
  ]);
  const say = onNotice ?? ((sentence: string) => logger.warn(sentence));
  const files = new StateFiles({ ...given, onNotice: say });
  stateProblems.current = () => files.problem;
  const { endpoint, token } = given;
  const restore = () => files.restore();
  return new Published({ commonDir: workTree.commonDir, endpoint, token, onNotice: say, restore });
}

async function alreadyRunning(
  { workTree }: DaemonOptions,
  { socket }: StatePaths,
): Promise<Refusal> {
  const { readEndpoint } = await import('../shared/node/endpoint.ts');
  const endpoint = readEndpoint(workTree.commonDir);
  // It may have only just started, or somebody took its description away.
  const isKnown = endpoint !== undefined && !isRefusal(endpoint);
  const where = isKnown ? ` on ${endpoint.url} (process ${endpoint.pid})` : '';
  const running = `A coord daemon is already running for this repository${where}.`;
  // Of another state folder's daemon nothing follows for the one that has this folder.
  if (!isKnown || endpoint.socket !== socket) return refuse('Conflict', running);
  const { answersWithin } = await import('./local-api/endpoint/answers.ts');
  if (await answersWithin(socket, answerWithinMs)) {
    return refuse('Conflict', `${running} To start another, end it first: kill ${endpoint.pid}`);
  }
  const end = `End it with: kill ${endpoint.pid}, then start it again (where that does not end it: kill -9 ${endpoint.pid})`;
  return refuse('Conflict', `${running} It does not answer. ${end}`);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
