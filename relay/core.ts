import { elapsedClock } from '../shared/kernel/clock.ts';
import { systemClock } from '../shared/node/time/system-clock.ts';
import { defaultDurations, type Durations } from '../shared/sessions/rules.ts';
import { Authorizer } from './access/authorizer.ts';
import { CommandRunner } from './access/command-runner.ts';
import { ToldRecorder } from './decisions/told.ts';
import { ErrorReport } from './error-report.ts';
import type { RelayOptions } from './config.ts';
import { Broadcaster } from './feed/broadcaster.ts';
import type { Tier } from '../shared/contract/tiers.ts';
import type { ServiceDependencies } from './kernel/dependencies.ts';
import { KeyUses } from './keys/key-uses.ts';
import { SteadyClock } from './kernel/steady-clock.ts';
import type { Database } from './store/database.ts';
import { GroupCommitter, type Cascade } from './store/group-committer.ts';
import { Authenticator } from './transport/auth.ts';
import {
  relayConnectionLimits,
  type RelayConnectionLimits,
} from './transport/connection-limits.ts';
import { RateLimits } from './transport/limits.ts';
import { usualTier } from '../shared/contract/default-tier.ts';
import { StreamPlaces, Streams } from './transport/streams/streams.ts';
import { endDue } from './negotiations/end-negotiation.ts';
import { selectUnended } from './negotiations/queries.ts';
import { ReservationTransfer } from './reservations/transfer.ts';
import { selectQueue } from './waits/queries.ts';
import { grantNext } from './waits/add-wait.ts';

/** What services, transports and the sweeper share. */
export interface Core extends ServiceDependencies {
  readonly clock: SteadyClock;
  readonly onNotice: (sentence: string) => void;
  /** To be told when the database answers. */
  readonly onAnswered: () => void;
  /** Of new workspaces (LIM-1). */
  readonly defaultTier: Tier;
  readonly broadcaster: Broadcaster;
  /** Gathers which decisions were told to whom (DEC-14). */
  readonly told: ToldRecorder;
  readonly authenticator: Authenticator;
  readonly keyUses: KeyUses;
  readonly rateLimits: RateLimits;
  readonly streams: Streams;
  readonly connectionLimits: RelayConnectionLimits;
}

export function buildCore(database: Database, options: RelayOptions): Core {
  const { durations = defaultDurations, defaultTier = usualTier } = options;
  const { onNotice = () => undefined } = options;
  const clock = new SteadyClock(options.clock ?? systemClock);
  const { onError, onAnswered } = new ErrorReport({
    onError: options.onError ?? (() => undefined),
    onNotice,
    database: options.database,
    trouble: (error) => database.trouble(error),
    clock: elapsedClock(clock),
  });
  const broadcaster = new Broadcaster(database);
  const committer = new GroupCommitter(
    database,
    clock,
    (events) => broadcaster.publish(events),
    cascadeOf(durations),
  );
  const authorizer = new Authorizer(database);
  const keyUses = new KeyUses(committer, clock);
  const authenticator = new Authenticator(database, elapsedClock(clock), defaultTier, keyUses);
  const connectionLimits = relayConnectionLimits(options.connections);
  return {
    database,
    clock,
    durations,
    defaultTier,
    onError,
    onAnswered,
    onNotice,
    broadcaster,
    committer,
    authorizer,
    told: new ToldRecorder(committer, clock),
    authenticator,
    keyUses,
    commandRunner: new CommandRunner(authorizer, committer),
    rateLimits: new RateLimits(committer, clock),
    streams: new Streams(authenticator, authorizer, new StreamPlaces(connectionLimits)),
    connectionLimits,
  };
}

/**
 * What follows, in the same transaction, when reservations are freed, sessions end or time has passed: negotiations
 * that are due end, and then the sessions that wait are granted what is free. Commands run it by
 * `transaction.runCascade`.
 */
export function cascadeOf(durations: Durations): Cascade {
  return async (transaction, workspaceId) => {
    const db = transaction.connection.kysely;
    const [unended, queue] = await Promise.all([
      selectUnended(db, workspaceId),
      selectQueue(db, workspaceId),
    ]);
    if (unended.length === 0 && queue.length === 0) return;
    const keys = [...unended, ...queue].map((row) => row.path_key);
    const transfer = await ReservationTransfer.load(transaction, workspaceId, { durations, keys });
    await endDue(transfer, unended, durations.sessionTtlMs);
    await grantNext(transfer, queue, durations.sessionTtlMs);
    transfer.save();
  };
}
