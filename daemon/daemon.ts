import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { assemble, type Parts } from './assemble.ts';
import { relayName } from './relay-connection/identify.ts';
import { statePaths, type DaemonOptions, type StatePaths } from './config.ts';
import { makePrivateFolder, secretIn, writePrivateFile } from '../shared/node/files.ts';
import { listen, type LocalServers } from './local-api/server.ts';
import { openDaemonStore, type DaemonStore, type Identity } from './replica/store.ts';
import { localToolHost } from './mcp/tool-host.ts';

export interface Daemon {
  readonly url: string;
  readonly socket: string;
  readonly tokenFile: string;
  /** The file with the developer's API key; it is there when the workspace is known. */
  readonly keyFile: string;
  /** Resolves when the workspace is known, or with what the user has to mend. */
  readonly identified: Promise<Identity | Refusal>;
  /** Takes no more requests, writes down what it knows, and stops the embedded relay. */
  close(): Promise<void>;
}

/** How long the index leaves the machine to the first contact with the relay. */
const indexAfterMs = 1_000;

/**
 * Starts the daemon of one repository. It answers hooks from what it stored last time as soon as it listens; the relay, the
 * index and the watcher come after. Refused with a Conflict when another daemon serves the repository or has the port.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon | Refusal> {
  const paths = statePaths(options);
  makePrivateFolder(paths.folder);
  makePrivateFolder(dirname(paths.socket));
  const store = openDaemonStore(paths.database);
  if (store === 'locked') return alreadyRunning(options);
  forgetForeignState(options, store);
  const token = secretIn(paths.token);
  const parts = assemble({ options, paths, store, token });
  const servers = await listenOn(options, paths, parts);
  if (isRefusal(servers)) {
    store.close();
    return servers;
  }
  parts.guard.listensOn(servers.port);
  const background = startBehind(options, parts, { paths, servers, token }).catch(
    (error: unknown) => parts.relaySide.fail(error),
  );
  return {
    url: servers.url,
    socket: paths.socket,
    tokenFile: paths.token,
    keyFile: paths.key,
    identified: parts.relaySide.identified,
    async close() {
      parts.radar.stop();
      parts.relaySide.stop();
      parts.outbox.close();
      await servers.close();
      await background;
      await parts.relaySide.close();
      await parts.radar.close();
      await parts.workTrees.close();
      const { withdrawEndpoint } = await import('./local-api/endpoint-files.ts');
      await withdrawEndpoint(options.workTree.commonDir, options.pid);
      store.close();
    },
  };
}

/** What was kept for another relay or workspace must not answer hooks. */
function forgetForeignState(options: DaemonOptions, store: DaemonStore): void {
  const stored = store.identity();
  if (stored === undefined) return;
  const { workspaceSlug = stored.workspace.slug } = options;
  if (stored.relay !== relayName(options) || stored.workspace.slug !== workspaceSlug)
    store.forget();
}

async function listenOn(
  options: DaemonOptions,
  paths: StatePaths,
  { api, guard, edge, logger }: Parts,
): Promise<LocalServers | Refusal> {
  const attempt = (port: number) =>
    listen({
      port,
      socketPath: paths.socket,
      onRequest: api.serve,
      onUpgrade(request, socket, head) {
        upgrade({ guard, edge, logger }, request, { socket, head }).catch((error: unknown) => {
          logger.warn(String(error));
          socket.destroy();
        });
      },
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

/** The only upgrade that the daemon takes is the channel of `coord mcp`. */
async function upgrade(
  { guard, edge, logger }: Pick<Parts, 'guard' | 'edge' | 'logger'>,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { acceptToolChannel, isToolChannel } = await import('./mcp/tool-channel-server.ts');
  const caller = guard.refusalOf(request) ?? (await guard.callerOf(request.headers.authorization));
  if (isRefusal(caller)) return turnDown(socket, `${caller.status} ${caller.error}`);
  if (!isToolChannel(request)) return turnDown(socket, '404 Not Found');
  acceptToolChannel(request, {
    socket,
    head,
    hostFor: (toolCaller) => localToolHost(edge, toolCaller),
    onError: (error) => logger.warn(String(error)),
  });
}

function turnDown(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface Listening {
  readonly paths: StatePaths;
  readonly servers: LocalServers;
  readonly token: string;
}

/** Everything that a hook need not wait for, the heaviest modules last; a relay that is away holds up nothing. */
async function startBehind(
  options: DaemonOptions,
  { relaySide, workTrees, radar }: Parts,
  { paths, servers, token }: Listening,
): Promise<void> {
  const { publishEndpoint } = await import('./local-api/endpoint-files.ts');
  await publishEndpoint(options.workTree.commonDir, {
    url: servers.url,
    socket: paths.socket,
    token_file: paths.token,
    pid: options.pid,
    version: options.version,
    token,
  });
  if (options.relay.kind === 'remote') writePrivateFile(paths.key, `${options.relay.key}\n`);
  const connected = relaySide.start();
  await Promise.race([connected, sleep(indexAfterMs, undefined, { ref: false })]);
  if (!relaySide.isStopping) workTrees.start(options.workTree);
  radar.start();
  await connected;
}

async function alreadyRunning({ workTree }: DaemonOptions): Promise<Refusal> {
  const { endpointFiles, endpointFolder } = await import('../shared/node/endpoint.ts');
  const description = join(workTree.commonDir, endpointFolder, endpointFiles.description);
  let where = '';
  try {
    const { url, pid } = JSON.parse(readFileSync(description, 'utf8')) as {
      url: string;
      pid: number;
    };
    where = ` on ${url} (process ${pid})`;
  } catch {
    // It has only just started, or somebody took its description away.
  }
  return refuse('Conflict', `A coord daemon is already running for this repository${where}.`);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
