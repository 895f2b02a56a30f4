import { clockSlackMs, type Clock } from '../shared/kernel/clock.ts';
import { replicaHeartbeatMs } from '../shared/replica/contract.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import { deleteEventsBefore } from './store/event-queries.ts';
import type { Broadcaster } from './feed/broadcaster.ts';
import { followClock, type ClockWatch, correctTimes, latestDeadlineFrom } from './clock-jump.ts';
import {
  workspacesWithDueNegotiations,
  workspacesWithLateDeadlines,
} from './negotiations/queries.ts';
import { workspacesWithDueReservations } from './reservations/release-queries.ts';
import {
  workspacesWithDueSessions,
  workspacesWithEndingSessions,
} from './sessions/expiry-queries.ts';
import { releaseExpired } from './reservations/release.ts';
import { expireSessions, ofEnding, ofExpired, releaseInSlices } from './sessions/expiry.ts';
import { deleteTellingsBefore } from './decisions/told-queries.ts';
import type { ToldRecorder } from './decisions/told.ts';
import type { SilentMeetings } from './meetings/live/silent-meetings.ts';
import type { Database } from './store/database.ts';
import { deleteAnswersBefore, idempotencyRetentionMs, redateAnswers } from './store/idempotency.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { Handler } from './store/group-committer.ts';
import type { RateLimits } from './transport/limits.ts';
import { workspacesWithGrantableWaits } from './waits/queries.ts';
import { allWorkspaces, lockWorkspaces } from './access/queries.ts';

export interface SweeperDependencies extends ClockWatch {
  readonly database: Database;
  readonly broadcaster: Broadcaster;
  readonly rateLimits: RateLimits;
  readonly keyUses: KeyUses;
  readonly told: ToldRecorder;
  readonly silentMeetings: SilentMeetings;
  readonly onError: (error: unknown) => void;
  readonly onAnswered: () => void;
}

const tickMs = 1_000;
/** How long events are kept for followers that resume. */
const eventRetentionMs = 30 * 24 * 60 * 60_000;
const retentionEveryTicks = 600;
/** No index finds sessions that are ending, and nobody waits for them. */
const endingEveryTicks = 5;

/** What a relay does once a second: expiry, heartbeats, access checks of open streams, and deletion of old events and answers. */
export class Sweeper {
  private readonly timer: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private ticks = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: SweeperDependencies) {
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
    await this.dependencies.silentMeetings.close();
  }

  /** One round of expiry, now. */
  sweep(): Promise<void> {
    const swept = this.running.then(async () => {
      await this.round();
      await this.finishEnding();
      await this.dependencies.silentMeetings.look();
    });
    this.running = swept.catch(() => undefined);
    return swept;
  }

  /** After a jump nothing expires for a round, so that relays which share the database follow their clocks too (RSV-20). */
  private async round(): Promise<void> {
    if (await followClock(this.dependencies)) return;
    await sweepNow(this.dependencies, this.stopping.signal);
  }

  /** SES-6: also of a relay that was stopped in between. */
  private async finishEnding(): Promise<void> {
    const { database, committer } = this.dependencies;
    for (const workspaceId of await workspacesWithEndingSessions(database.reader))
      await releaseInSlices(committer, ofEnding, { workspaceId, signal: this.stopping.signal });
  }

  private tick(): void {
    this.ticks += 1;
    const { streams, broadcaster, onError } = this.dependencies;
    if ((this.ticks * tickMs) % replicaHeartbeatMs === 0) streams.heartbeat();
    broadcaster.wakeAll();
    this.dependencies.silentMeetings.tick();
    this.running = this.running.then(() => this.work()).catch(onError);
  }

  private async work(): Promise<void> {
    const { streams, rateLimits, keyUses, told, committer, clock, onAnswered } = this.dependencies;
    await this.round();
    if (this.ticks % endingEveryTicks === 1) await this.finishEnding();
    if (this.ticks % 2 === 0) await streams.recheck();
    await rateLimits.flush();
    await keyUses.flush();
    await told.flush();
    if (committer.failure === undefined) onAnswered();
    if (this.ticks % retentionEveryTicks !== 1) return;
    await committer.submit(deleteOld, {
      eventsBefore: clock.now() - eventRetentionMs,
      answersBefore: clock.now() - idempotencyRetentionMs,
    });
  }
}

/** Finds the workspaces in which something has expired, and ends it. */
export async function sweepNow(
  {
    database,
    committer,
    clock,
    durations,
  }: Pick<SweeperDependencies, 'database' | 'committer' | 'durations'> & { readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const nowMs = clock.now();
  const sinceMs = nowMs - durations.sessionTtlMs;
  const { reader } = database;
  const due = await Promise.all([
    workspacesWithDueReservations(reader, {
      nowMs,
      latestMs: nowMs + durations.reservationTtlMs + clockSlackMs,
    }),
    workspacesWithDueSessions(reader, { beforeMs: sinceMs, latestMs: nowMs + clockSlackMs }),
    workspacesWithLateDeadlines(reader, latestDeadlineFrom(nowMs)),
    workspacesWithDueNegotiations(reader, { nowMs, sinceMs }),
    workspacesWithGrantableWaits(reader, { nowMs, sinceMs }),
  ]);
  const workspaceIds = [...new Set(due.flat())];
  const sweeps = workspaceIds.map(async (workspaceId) => {
    const goesOn = await committer.submit(sweepWorkspace, { workspaceId, durations });
    if (goesOn)
      await releaseInSlices(committer, ofExpired, { workspaceId, ...(signal && { signal }) });
  });
  await Promise.all(sweeps);
}

interface WorkspaceSweep {
  readonly workspaceId: string;
  readonly durations: Durations;
}

/** Ends what has expired and runs the cascade, in one transaction. Answers whether there may be more to release. */
const sweepWorkspace: Handler<WorkspaceSweep, boolean> = async (transaction, sweeps) => {
  await lockWorkspaces(
    transaction,
    sweeps.map(({ workspaceId }) => workspaceId),
  );
  const goesOn: boolean[] = [];
  for (const { workspaceId, durations } of sweeps) {
    await correctTimes(transaction, workspaceId, durations);
    goesOn.push(await releaseExpired(transaction, workspaceId));
    await expireSessions(transaction, workspaceId, transaction.nowMs - durations.sessionTtlMs);
    await transaction.runCascade(workspaceId);
  }
  return goesOn;
};

const deleteOld: Handler<{ eventsBefore: number; answersBefore: number }, undefined> = async (
  { connection, nowMs },
  commands,
) => {
  for (const { eventsBefore, answersBefore } of commands) {
    for (const workspaceId of await allWorkspaces(connection.kysely)) {
      await deleteEventsBefore(connection.kysely, workspaceId, eventsBefore);
      await deleteTellingsBefore(connection.kysely, workspaceId, eventsBefore);
    }
    await deleteAnswersBefore(connection.kysely, answersBefore);
    await redateAnswers(connection.kysely, { atMs: nowMs, latestMs: nowMs + clockSlackMs });
  }
  return commands.map(() => undefined);
};
