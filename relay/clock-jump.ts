import type { Durations } from '../shared/sessions/rules.ts';
import { clockSlackMs } from '../shared/kernel/clock.ts';
import { toTimestamp } from '../shared/kernel/timestamp.ts';
import { jumpSentence, type ClockJump } from '../shared/status/clock-jump.ts';
import { allWorkspaces, lockWorkspaces } from './access/queries.ts';
import { correctTimes } from './clock-correction.ts';
import type { SteadyClock } from './kernel/steady-clock.ts';
import { moveHeard } from './meetings/live-queries.ts';
import { moveDeadlines } from './negotiations/queries.ts';
import { moveReservations } from './reservations/expiry-queries.ts';
import { moveHeartbeats } from './sessions/expiry-queries.ts';
import type { GroupCommitter, Handler, Transaction } from './store/group-committer.ts';
import type { Streams } from './transport/streams/streams.ts';

export interface ClockWatch {
  readonly clock: SteadyClock;
  readonly committer: GroupCommitter;
  readonly streams: Streams;
  readonly durations: Durations;
  /** Told what an operator should know, in a sentence. */
  readonly onNotice: (sentence: string) => void;
}

interface Following {
  readonly jump: ClockJump;
  readonly durations: Durations;
  readonly adopt: () => void;
}

/** RSV-20: compares the relay's time with its machine's clock, and follows a jump. Resolves to whether there was one. */
export async function followClock(watch: ClockWatch): Promise<boolean> {
  const { clock, committer, streams, durations, onNotice } = watch;
  const jump = clock.compare();
  if (jump === undefined) return false;
  const adopt = () => {
    clock.adopt(jump);
    // Before anything is sent with the new time: what the followers know would seem to have ended.
    streams.startAnew();
  };
  await committer.submit(moveWithClock, { jump, durations, adopt });
  const [from, to] = [jump.from, jump.to].map(toTimestamp);
  onNotice(`${jumpSentence(jump)} It was ${from} and is ${to}.`);
  return true;
}

/** The new time counts from the commit on, so no decision sees it without what was moved. */
const moveWithClock: Handler<Following, undefined> = async (transaction, commands) => {
  const workspaceIds = await allWorkspaces(transaction.connection.kysely);
  await lockWorkspaces(transaction, workspaceIds);
  for (const { jump, durations, adopt } of commands) {
    const byMs = jump.to - jump.from;
    if (byMs > 0) await moveForward(transaction, byMs, durations);
    else {
      const after = { ...transaction, nowMs: transaction.nowMs + byMs };
      for (const id of workspaceIds) await correctTimes(after, id, durations);
    }
    transaction.afterCommit.push(adopt);
  }
  return commands.map(() => undefined);
};

/**
 * What the jump alone would end lasts as long as it did. A relay that shares the database and jumps too finds it later than
 * its own new time, and nothing that was granted ends later than the longest it can last.
 */
async function moveForward(
  { connection, nowMs }: Transaction,
  byMs: number,
  { reservationTtlMs, sessionTtlMs }: Durations,
): Promise<void> {
  const db = connection.kysely;
  const until = (ttlMs: number) => nowMs + Math.min(byMs, ttlMs + clockSlackMs);
  const heartbeat = { afterMs: nowMs - sessionTtlMs, untilMs: until(sessionTtlMs) - sessionTtlMs };
  await moveReservations(db, { afterMs: nowMs, untilMs: until(reservationTtlMs), byMs });
  await moveHeartbeats(db, { ...heartbeat, byMs });
  await moveHeard(db, byMs);
  await moveDeadlines(db, { afterMs: nowMs, untilMs: nowMs + byMs, byMs });
}
