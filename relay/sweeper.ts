import type { Clock } from '../shared/kernel/clock.ts';
import { replicaHeartbeatMs } from '../shared/replica/contract.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import { deleteEventsBefore } from './feed/queries.ts';
import type { Outbox } from './feed/outbox.ts';
import { workspacesWithEndedHolds } from './reservations/queries.ts';
import { workspacesWithSilentSessions } from './sessions/queries.ts';
import { expireSilent, releaseEnded } from './sessions/release.ts';
import type { Database } from './store/database.ts';
import { deleteAnswersBefore, idempotencyRetentionMs } from './store/idempotency.ts';
import type { Handler, Ledger, Transaction } from './store/ledger.ts';
import type { RateLimits } from './transport/limits.ts';
import type { Streams } from './transport/streams.ts';
import { allWorkspaces, lockWorkspaces } from './workspaces/queries.ts';

export interface SweeperDependencies {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly streams: Streams;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
  readonly durations: Durations;
  readonly eventRetentionMs: number;
  readonly onError: (error: unknown) => void;
}

const tickMs = 1_000;
const retentionEveryTicks = 600;

/** The relay's only timer: expiry, heartbeats, access of open streams, and what is kept too long. */
export class Sweeper {
  private readonly timer: NodeJS.Timeout;
  private ticks = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: SweeperDependencies) {
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One round of expiry, now. */
  async sweep(): Promise<void> {
    const { database, ledger, clock, durations } = this.dependencies;
    const nowMs = clock.now();
    const silentBefore = nowMs - durations.sessionTtlMs;
    const [ended, silent] = await Promise.all([
      workspacesWithEndedHolds(database.reader, nowMs),
      workspacesWithSilentSessions(database.reader, silentBefore),
    ]);
    const sweeps = [
      ...ended.map((workspaceId) => ({ workspaceId, run: releaseEnded })),
      ...silent.map((workspaceId) => ({ workspaceId, run: expire(durations) })),
    ];
    await Promise.all(sweeps.map((command) => ledger.submit(sweepWorkspace, command)));
  }

  private tick(): void {
    this.ticks += 1;
    const { streams, outbox, onError } = this.dependencies;
    if ((this.ticks * tickMs) % replicaHeartbeatMs === 0) streams.heartbeat();
    outbox.wakeAll();
    this.running = this.running.then(() => this.work()).catch(onError);
  }

  private async work(): Promise<void> {
    const { streams, rateLimits, ledger, clock, eventRetentionMs } = this.dependencies;
    await this.sweep();
    if (this.ticks % 2 === 0) await streams.recheck();
    await rateLimits.flush();
    if (this.ticks % retentionEveryTicks !== 1) return;
    await ledger.submit(forgetOld, {
      eventsBefore: clock.now() - eventRetentionMs,
      answersBefore: clock.now() - idempotencyRetentionMs,
    });
  }
}

interface WorkspaceSweep {
  readonly workspaceId: string;
  readonly run: (transaction: Transaction, workspaceId: string) => Promise<void>;
}

const sweepWorkspace: Handler<WorkspaceSweep, undefined> = async (transaction, sweeps) => {
  await lockWorkspaces(
    transaction,
    sweeps.map(({ workspaceId }) => workspaceId),
  );
  for (const { workspaceId, run } of sweeps) await run(transaction, workspaceId);
  return sweeps.map(() => undefined);
};

function expire({ sessionTtlMs }: Durations): WorkspaceSweep['run'] {
  return (transaction, workspaceId) =>
    expireSilent(transaction, workspaceId, transaction.nowMs - sessionTtlMs);
}

const forgetOld: Handler<{ eventsBefore: number; answersBefore: number }, undefined> = async (
  { connection },
  commands,
) => {
  for (const { eventsBefore, answersBefore } of commands) {
    for (const workspaceId of await allWorkspaces(connection.kysely)) {
      await deleteEventsBefore(connection.kysely, workspaceId, eventsBefore);
    }
    await deleteAnswersBefore(connection.kysely, answersBefore);
  }
  return commands.map(() => undefined);
};
