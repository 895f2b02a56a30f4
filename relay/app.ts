import type { JsonOperationName } from '../shared/contract/index.ts';
import { systemClock } from '../shared/kernel/clock.ts';
import { defaultDurations } from '../shared/sessions/rules.ts';
import { authService } from './auth/service.ts';
import { defaultEventRetentionMs, type RelayOptions } from './config.ts';
import { Outbox } from './feed/outbox.ts';
import { newestSeq } from './feed/queries.ts';
import { keyService } from './keys/service.ts';
import { reservationService } from './reservations/service.ts';
import { serviceService } from './service/service.ts';
import { sessionReader, sessionService } from './sessions/service.ts';
import { Ledger } from './store/ledger.ts';
import type { Database } from './store/database.ts';
import { Sweeper } from './sweeper.ts';
import { syncService } from './sync/service.ts';
import { Authenticator } from './transport/auth.ts';
import type { Handlers } from './handlers.ts';
import { RateLimits } from './transport/limits.ts';
import { buildRest, type AnyHandler } from './transport/rest.ts';
import { serveFeed } from './transport/sse.ts';
import { Streams } from './transport/streams.ts';
import { userService } from './users/service.ts';
import { Gatekeeper } from './workspaces/access.ts';
import { workspaceService } from './workspaces/service.ts';

/** The composition root: every part of a relay, wired once over an open database. */
export function buildApp(database: Database, options: RelayOptions) {
  const clock = options.clock ?? systemClock;
  const durations = options.durations ?? defaultDurations;
  const onError = options.onError ?? (() => undefined);
  const outbox = new Outbox(database);
  const ledger = new Ledger(database, clock, (events) => outbox.publish(events));
  const gatekeeper = new Gatekeeper(database, ledger);
  const authenticator = new Authenticator(database, clock);
  const rateLimits = new RateLimits(ledger, clock);
  const streams = new Streams(authenticator, gatekeeper);
  const sessionDependencies = { database, ledger, gatekeeper, clock, durations };
  const sessions = sessionReader(sessionDependencies);
  const handlers: Handlers<Exclude<JsonOperationName, 'validateKey'>> = {
    ...serviceService({
      database,
      ledger,
      outbox,
      residentBytes: options.residentBytes ?? (() => 0),
    }),
    ...authService(ledger, options.identityProvider),
    ...userService(database),
    ...keyService({ database, ledger, onRevoked: () => authenticator.forget() }),
    ...workspaceService({ database, ledger, gatekeeper, sessions }),
    ...sessionService(sessionDependencies, sessions),
    ...reservationService(database, clock),
    ...syncService({ gatekeeper, sessions, clock }),
  };
  const rest = buildRest({
    authenticator,
    gatekeeper,
    rateLimits,
    handlers: handlers as unknown as Record<string, AnyHandler>,
    onError,
    async feed({ workspaceId }, { since }, { request, reply }) {
      const { authorization } = request.headers;
      const start = since ?? (await newestSeq(database.reader, workspaceId));
      reply.hijack();
      serveFeed({ outbox, streams }, { workspaceId, authorization, since: start }, reply.raw);
    },
  });
  const eventRetentionMs = options.eventRetentionMs ?? defaultEventRetentionMs;
  const sweeper = new Sweeper({
    database,
    ledger,
    outbox,
    streams,
    rateLimits,
    clock,
    durations,
    eventRetentionMs,
    onError,
  });
  return {
    rest,
    ledger,
    gatekeeper,
    authenticator,
    rateLimits,
    streams,
    outbox,
    sweeper,
    handlers,
    clock,
    durations,
  };
}

export type App = ReturnType<typeof buildApp>;
