import { setTimeout as pause } from 'node:timers/promises';
import { clockSlackMs, type MachineClock } from '../../../shared/kernel/clock.ts';
import type { Database } from '../../store/database.ts';
import type { GroupCommitter, Handler } from '../../store/group-committer.ts';
import type { LiveMeetings } from './live-meetings.ts';
import { silenceMs } from './meeting-endings.ts';
import {
  correctHeard,
  deleteChunksOfCompleted,
  hasChunksOfCompleted,
  isHeardAfter,
  selectSilent,
} from '../live-queries.ts';

export interface SilentMeetingsDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly clock: MachineClock;
  readonly meetings: LiveMeetings;
  readonly onError: (error: unknown) => void;
}

const lookEveryTicks = 15;
const graceMs = 2_000;
/** MTG-23: so long the pieces of a completed meeting stay, for those who follow it at another relay. */
const chunksKeptMs = 60_000;

/** MTG-22: completes the meetings that nobody stops, one after the other, behind everything else. */
export class SilentMeetings {
  private running: Promise<void> | undefined;
  private ticks = 0;
  private isClosed = false;
  private readonly startedMs: number;

  constructor(private readonly dependencies: SilentMeetingsDependencies) {
    this.startedMs = dependencies.clock.monotonicMs();
  }

  /** To be called every second. */
  tick(): void {
    const { database, meetings, onError } = this.dependencies;
    // Another relay may have what people here wait for.
    if (database.dialect === 'postgres') meetings.listeners.lookAll().catch(onError);
    this.ticks += 1;
    if (this.ticks % lookEveryTicks === 1) void this.look();
  }

  /** Resolves when the meetings that are silent now are completed. */
  look(): Promise<void> {
    const { meetings, onError } = this.dependencies;
    const kept = meetings.endings.keepReading().catch(onError);
    this.running ??= kept
      .then(() => this.endAll())
      .catch(onError)
      .finally(() => (this.running = undefined));
    return this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    // A language model may take its time; the next relay ends the meeting then.
    await Promise.race([this.running, pause(graceMs, undefined, { ref: false })]);
  }

  private async endAll(): Promise<void> {
    const { database, committer, clock, meetings, onError } = this.dependencies;
    const nowMs = clock.now();
    // While no relay ran nobody could be heard: what waits at a recorder comes in the time after (MTG-25).
    const hasListened = clock.monotonicMs() - this.startedMs >= silenceMs;
    const silent = hasListened ? await selectSilent(database.reader, nowMs - silenceMs) : [];
    const latestMs = nowMs + clockSlackMs;
    if (await isHeardAfter(database.reader, latestMs))
      await committer.submit(correct, { atMs: nowMs, latestMs });
    const keptMs = nowMs - chunksKeptMs;
    if (await hasChunksOfCompleted(database.reader, keptMs))
      await committer.submit(forgetChunks, keptMs);
    for (const meeting of silent) {
      if (this.isClosed) return;
      // One that cannot be ended keeps no other from it.
      await meetings.endings.endSilent(meeting).catch(onError);
    }
  }
}

const correct: Handler<{ atMs: number; latestMs: number }, undefined> = async (
  { connection },
  commands,
) => {
  for (const command of commands) await correctHeard(connection.kysely, command);
  return commands.map(() => undefined);
};

const forgetChunks: Handler<number, undefined> = async ({ connection }, moments) => {
  await deleteChunksOfCompleted(connection.kysely, Math.max(...moments));
  return moments.map(() => undefined);
};
