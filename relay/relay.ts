import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { bootstrap, type Bootstrap, type BootstrapRequest } from './bootstrap.ts';
import type { RelayOptions } from './config.ts';
import { openDatabase } from './store/open.ts';
import { serveUpgrades } from './transport/upgrade.ts';

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

/** How long open requests may take to finish when the relay stops. */
const graceMs = 5_000;
/** How long a WebSocket may take to say goodbye then. */
const goodbyeMs = 1_000;

/** Starts a relay. Rejects when the port is taken or the database cannot be opened. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const database = await openDatabase(options.database);
  const app = buildApp(database, options);
  const { authenticator, authorizer, rateLimits, broadcaster, streams, clock, durations } = app;
  const sockets = serveUpgrades(app.rest.server, {
    authenticator,
    authorizer,
    rateLimits,
    database,
    broadcaster,
    streams,
    clock,
    sessionTtlMs: durations.sessionTtlMs,
    meetings: app.liveMeetings,
    speechModel: options.speechModel,
    onError: options.onError ?? (() => undefined),
  });
  try {
    await app.rest.listen({ host: options.host, port: options.port });
    database.claim();
    await app.follower.start();
  } catch (error) {
    await app.rest.close();
    await app.sweeper.stop();
    await app.closeKnowledge();
    await database.close();
    throw error;
  }
  const { port } = app.rest.server.address() as AddressInfo;
  return {
    port,
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    bootstrap: (request) => bootstrap(app.committer, request),
    sweep: () => app.sweeper.sweep(),
    async close() {
      await app.sweeper.stop();
      streams.closeAll();
      sockets.close();
      const leave = setTimeout(() => sockets.terminate(), goodbyeMs);
      const hurry = setTimeout(() => app.rest.server.closeAllConnections(), graceMs);
      app.rest.server.closeIdleConnections();
      await app.rest.close();
      clearTimeout(hurry);
      clearTimeout(leave);
      await app.closeKnowledge();
      await app.rateLimits.flush();
      await app.committer.close();
      await database.close();
    },
  };
}
