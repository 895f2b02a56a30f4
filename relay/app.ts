import { mcpServerFactory } from '../shared/node/mcp-server.ts';
import type { JsonOperationName } from '../shared/api/operations.ts';
import { systemClock } from '../shared/node/system-clock.ts';
import { defaultDurations } from '../shared/sessions/rules.ts';
import { version } from '../shared/version.ts';
import { authService } from './auth/service.ts';
import { cascadeOf } from './cascade.ts';
import { defaultEventRetentionMs, type RelayOptions } from './config.ts';
import { conventionService } from './conventions/service.ts';
import { cooperationServices } from './cooperation.ts';
import { decisionService } from './decisions/service.ts';
import { Broadcaster } from './feed/broadcaster.ts';
import { newestSeq } from './store/event-queries.ts';
import { graphService } from './graph/service.ts';
import { keyService } from './keys/service.ts';
import { learningService } from './learnings/service.ts';
import { sourceReader } from './learnings/sources.ts';
import { LiveMeetings } from './meetings/live-meetings.ts';
import { meetingService } from './meetings/service.ts';
import { reservationService } from './reservations/service.ts';
import { SearchFollower } from './search/follower.ts';
import { knowledgeSearch } from './search/knowledge-search.ts';
import { MemoryIndex } from './search/memory-index.ts';
import { serviceService } from './service/service.ts';
import { TeamNotifier } from './sessions/team-notifier.ts';
import { sessionReader, sessionService } from './sessions/service.ts';
import { GroupCommitter } from './store/group-committer.ts';
import type { Database } from './store/database.ts';
import { Sweeper } from './sweeper.ts';
import { symbolService } from './symbols/service.ts';
import { knowledgeReader, workReader } from './sync/knowledge.ts';
import { remembering } from './sync/remembered.ts';
import { syncService } from './sync/service.ts';
import { Authenticator } from './transport/auth.ts';
import type { Handlers } from './kernel/handlers.ts';
import { RateLimits } from './transport/limits.ts';
import { Invoker, type AnyHandler } from './transport/invoke.ts';
import { handleMcp, loopbackNames } from './transport/mcp.ts';
import { buildRest, takeOver } from './transport/rest.ts';
import { serveFeed } from './transport/sse.ts';
import { Streams } from './transport/streams.ts';
import { toolHostFor } from './transport/tool-host.ts';
import { Proposer } from './traces/proposer.ts';
import { memberRecords } from './traces/member-records.ts';
import { traceService } from './traces/service.ts';
import { userService } from './users/service.ts';
import { Authorizer } from './access/authorizer.ts';
import { CommandRunner } from './access/command-runner.ts';
import { workspaceService } from './workspaces/service.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The composition root: every part of a relay, wired once over an open database. */
export function buildApp(database: Database, options: RelayOptions) {
  const clock = options.clock ?? systemClock;
  const durations = options.durations ?? defaultDurations;
  const onError = options.onError ?? (() => undefined);
  const broadcaster = new Broadcaster(database);
  const committer = new GroupCommitter(
    database,
    clock,
    (events) => broadcaster.publish(events),
    cascadeOf(durations),
  );
  const authorizer = new Authorizer(database);
  const commandRunner = new CommandRunner(authorizer, committer);
  const authenticator = new Authenticator(database, clock);
  const rateLimits = new RateLimits(committer, clock);
  const streams = new Streams(authenticator, authorizer);
  const sessionDependencies = { database, committer, authorizer, clock, durations };
  const sessions = sessionReader(sessionDependencies);
  const index = options.search ?? new MemoryIndex();
  const follower = new SearchFollower({ database, broadcaster, index, onError });
  const news = new TeamNotifier({
    broadcaster,
    newestSeq: (workspaceId) => newestSeq(database.reader, workspaceId),
    // Who is on a branch; reading every hold for that would keep the hooks waiting.
    async active(workspaceId) {
      return (await sessions.around(workspaceId, { keys: [], sessionId: '' })).sessions;
    },
    onError,
  });
  const search = knowledgeSearch(database, follower, index);
  const { languageModel } = options;
  const proposer =
    languageModel === undefined ? undefined : new Proposer(commandRunner, languageModel, onError);
  const sources = sourceReader(database);
  const records = {
    ...decisionService({ database, commandRunner, search }),
    ...conventionService(database, commandRunner),
    ...learningService({ database, commandRunner, search, sources, languageModel, onError }),
  };
  const knowledge = remembering(knowledgeReader(records), { database, clock });
  const cooperation = cooperationServices({
    database,
    authorizer,
    commandRunner,
    clock,
    durations,
  });
  const work = workReader(cooperation);
  const meetings = { database, authorizer, commandRunner, clock, languageModel, onError };
  const handlers: Handlers<Exclude<JsonOperationName, 'validateKey'>> = {
    ...serviceService({
      database,
      committer,
      openStreams: () => broadcaster.size - follower.size - news.size,
      residentBytes: options.residentBytes ?? (() => 0),
    }),
    ...authService(committer, options.identityProvider),
    ...userService(database),
    ...keyService({ database, committer, onRevoked: () => authenticator.forget() }),
    ...workspaceService({
      database,
      committer,
      commandRunner,
      sessions,
      knowledge: memberRecords(database),
    }),
    ...sessionService(sessionDependencies, { sessions, knowledge, work, news }),
    ...reservationService(database, clock),
    ...syncService({ commandRunner, sessions, knowledge, work, clock }),
    ...symbolService({ database, commandRunner, search }),
    ...records,
    ...traceService({ commandRunner, proposer }),
    ...meetingService(meetings),
    ...graphService(database),
    ...cooperation,
  };
  const invoker = new Invoker(authorizer, handlers as unknown as Record<string, AnyHandler>);
  const createServer = mcpServerFactory(version);
  // A relay on a public address stands behind a proxy that knows its names.
  const hostNames = loopbackHosts.has(options.host) ? loopbackNames : 'any';
  const rest = buildRest({
    authenticator,
    rateLimits,
    invoker,
    onError,
    async feed({ workspaceId }, { since }, { request, reply }) {
      const { authorization } = request.headers;
      const start = since ?? (await newestSeq(database.reader, workspaceId));
      takeOver(reply);
      serveFeed({ broadcaster, streams }, { workspaceId, authorization, since: start }, reply.raw);
    },
    async mcp(call, { request, reply }) {
      const wanted = request.headers['x-coord-workspace'];
      const host = await toolHostFor(
        invoker,
        call,
        typeof wanted === 'string' ? wanted : undefined,
      );
      takeOver(reply);
      const { body } = request;
      const source = { hostNames, origins: [] } as const;
      await handleMcp(request.raw, reply.raw, { body, host, createServer, source });
    },
  });
  const eventRetentionMs = options.eventRetentionMs ?? defaultEventRetentionMs;
  const sweeper = new Sweeper({
    database,
    committer,
    broadcaster,
    streams,
    rateLimits,
    clock,
    durations,
    eventRetentionMs,
    onError,
  });
  return {
    rest,
    committer,
    authorizer,
    authenticator,
    rateLimits,
    streams,
    broadcaster,
    sweeper,
    follower,
    clock,
    durations,
    liveMeetings: new LiveMeetings(meetings),
    /** Ends what works behind the answers, once no more requests come. */
    async closeKnowledge() {
      await proposer?.close();
      news.close();
      await follower.close();
      await index.close();
    },
  };
}
