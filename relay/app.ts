import type { FastifyInstance } from 'fastify';
import { mcpServerFactory } from '../shared/node/mcp-server.ts';
import { version } from '../shared/version.ts';
import { defaultEventRetentionMs, type RelayOptions } from './config.ts';
import { buildCore, type Core } from './core.ts';
import { buildServices, type Services } from './services.ts';
import { ownLiveSessions } from './sessions/own-live-sessions.ts';
import { SilentMeetings } from './meetings/live/silent-meetings.ts';
import type { Database } from './store/database.ts';
import { Sweeper } from './sweeper.ts';
import { Invoker, type AnyHandler } from './transport/invoke.ts';
import { loopbackNames, mcpHandler } from './transport/mcp/mcp.ts';
import { buildRest } from './transport/rest.ts';
import { feedHandler } from './transport/streams/sse.ts';

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
  const { eventRetentionMs = defaultEventRetentionMs } = options;
  return {
    core,
    services,
    rest: buildHttp(core, services, options),
    sweeper: new Sweeper({
      ...core,
      eventRetentionMs,
      silentMeetings: new SilentMeetings({ ...core, meetings: services.liveMeetings }),
    }),
  };
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function buildHttp(core: Core, { handlers }: Services, { host }: RelayOptions): FastifyInstance {
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
      onError: core.onError,
      // A relay on a public address stands behind a proxy that knows its names.
      hostNames: loopbackHosts.has(host) ? loopbackNames : 'any',
    }),
  });
}
