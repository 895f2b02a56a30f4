import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { bootstrap, type Bootstrap, type BootstrapRequest } from './bootstrap.ts';
import type { RelayOptions } from './config.ts';
import { openDatabase } from './store/open.ts';
import { serveUpgrades, type OpenSockets } from './transport/streams/upgrade.ts';
import { mcpServerFactory } from '../shared/node/mcp/server.ts';
import { version } from '../shared/version.ts';
import { buildCore, type Core } from './core.ts';
import { buildServices, type Services } from './services.ts';
import { ownLiveSessions } from './sessions/session-reader.ts';
import { SilentMeetings } from './meetings/live/silent-meetings.ts';
import type { Database } from './store/database.ts';
import { Sweeper } from './sweeper.ts';
import { Invoker, type AnyHandler } from './transport/invoke.ts';
import { mcpHandler } from './transport/mcp/mcp.ts';
import { buildRest } from './transport/rest.ts';
import { feedHandler } from './transport/streams/sse.ts';

export interface Relay {
  readonly url: string;
  readonly port: number;
  /** Makes the first user, workspace and key of a relay that one developer runs for themselves. */
  bootstrap(request: BootstrapRequest): Promise<Bootstrap>;
  /** Runs one round of expiry now; the sweeper does it every second. */
  sweep(): Promise<void>;
  /** Takes no more requests, finishes what was submitted, and closes the database. */
  close(): Promise<void>;
}

/** Connections that wait to be accepted; the system lowers it where it allows fewer. */
const backlog = 1_024;
/** How long open requests may take to finish when the relay stops. */
const graceMs = 5_000;
/** How long a WebSocket may take to answer the close frame. */
const closeFrameMs = 1_000;

/** Starts a relay. Rejects when the port is taken or the database cannot be opened. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const database = await openDatabase(options.database, options.stop);
  const app = buildApp(database, options);
  const sockets = serveUpgrades(app.rest.server, {
    ...app.core,
    sessionTtlMs: app.core.durations.sessionTtlMs,
    meetings: app.services.liveMeetings,
    speechModel: options.speechModel,
  });
  try {
    await app.rest.listen({ host: options.host, port: options.port, backlog });
    database.claim();
    await app.services.background.start();
  } catch (error) {
    await app.rest.close();
    await app.sweeper.stop();
    await app.services.background.close();
    await database.close();
    throw error;
  }
  const { port } = app.rest.server.address() as AddressInfo;
  return {
    port,
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    bootstrap: (request) => bootstrap(app.core, request),
    sweep: () => app.sweeper.sweep(),
    close: () => {
      options.speechModel?.close?.();
      return close(app, sockets);
    },
  };
}

/** Stops accepting work, finishes what is under way, then closes the database. */
async function close({ core, services, rest, sweeper }: App, sockets: OpenSockets): Promise<void> {
  await sweeper.stop();
  core.streams.closeAll();
  sockets.close();
  const terminateSockets = setTimeout(() => sockets.terminate(), closeFrameMs);
  const terminateRequests = setTimeout(() => rest.server.closeAllConnections(), graceMs);
  rest.server.closeIdleConnections();
  await rest.close();
  clearTimeout(terminateRequests);
  clearTimeout(terminateSockets);
  await services.background.close();
  // A store that takes nothing (DUR-5) must not keep the relay from its end.
  await core.rateLimits.flush().catch(core.onError);
  await core.keyUses.flushAll().catch(core.onError);
  await core.told.flush().catch(core.onError);
  await core.committer.close();
  await core.database.close();
}

export interface App {
  readonly core: Core;
  readonly services: Services;
  readonly rest: FastifyInstance;
  readonly sweeper: Sweeper;
}

/** Every part of a relay, wired once over an open database. */
export function buildApp(database: Database, options: RelayOptions): App {
  const core = buildCore(database, options);
  const services = buildServices(core, options);
  return {
    core,
    services,
    rest: buildHttp(core, services),
    sweeper: new Sweeper({
      ...core,
      silentMeetings: new SilentMeetings({ ...core, meetings: services.liveMeetings }),
    }),
  };
}

function buildHttp(core: Core, { handlers }: Services): FastifyInstance {
  const invoker = new Invoker(
    core.authorizer,
    handlers as unknown as Readonly<Record<string, AnyHandler>>,
  );
  return buildRest({
    ...core,
    invoker,
    feed: feedHandler(core),
    mcp: mcpHandler({
      invoker,
      liveSessions: ownLiveSessions(core),
      createServer: mcpServerFactory(version),
      rateLimits: core.rateLimits,
      onError: core.onError,
    }),
  });
}
