import { openApiDocument } from '../../shared/api/openapi.ts';
import { informationOf, servedAtRelay } from '../../shared/api/served.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { aboutOperations } from '../../shared/about/contract.ts';
import { version } from '../../shared/version.ts';
import { diskRefusal } from '../kernel/disk-refusal.ts';
import type { Database } from '../store/database.ts';
import type { GroupCommitter } from '../store/group-committer.ts';
import type { Handlers } from '../kernel/handlers.ts';

export interface AboutDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly clock: Clock;
  /** How many streams of clients are open. */
  readonly openStreams: () => number;
  readonly residentBytes: () => number;
}

/** Made at the first request; they never change. */
let information: ReturnType<typeof informationOf> | undefined;
let document: ReturnType<typeof openApiDocument> | undefined;

/** DUR-5: a write that failed counts for so long, unless one succeeds. */
const failureCountsMs = 5_000;

function notReady(error: unknown): Refusal {
  return (
    diskRefusal(error) ??
    refuse('Unavailable', 'The database does not answer. Try again in a moment.')
  );
}

export function aboutService({
  database,
  committer,
  clock,
  openStreams,
  residentBytes,
}: AboutDependencies): Handlers<Exclude<keyof typeof aboutOperations, 'mcp'>> {
  return {
    information: () => (information ??= informationOf(servedAtRelay())),
    health: () => ({ status: 'ok', version }),
    async ready() {
      const { failure } = committer;
      try {
        await database.ping();
        const isRecent = failure !== undefined && clock.now() - failure.atMs < failureCountsMs;
        return (isRecent && diskRefusal(failure.error)) || { status: 'ready', database: 'ok' };
      } catch (error) {
        return notReady(error);
      }
    },
    openapi: () => (document ??= openApiDocument(servedAtRelay())),
    metrics: () => ({
      uptime_seconds: Math.round(performance.now() / 1_000),
      commands_committed: committer.commands,
      commits: committer.commits,
      open_streams: openStreams(),
      resident_bytes: residentBytes(),
    }),
  };
}
