import type { AddressInfo } from 'node:net';
import { buildApp, type App } from './app.ts';
import { bootstrap, type Bootstrap, type BootstrapRequest } from './bootstrap.ts';
import type { RelayOptions } from './config.ts';
import { openDatabase } from './store/open.ts';
import { serveUpgrades, type OpenSockets } from './transport/streams/upgrade.ts';

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
  const database = await openDatabase(options.database);
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
