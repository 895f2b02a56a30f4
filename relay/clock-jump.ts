import type { Durations } from '../shared/sessions/rules.ts';
import { clockSlackMs } from '../shared/kernel/clock.ts';
import { toTimestamp } from '../shared/kernel/timestamp.ts';
import { jumpSentence, type ClockJump } from '../shared/status/clock-jump.ts';
import { allWorkspaces, lockWorkspaces } from './access/queries.ts';
import type { SteadyClock } from './kernel/steady-clock.ts';
import { moveHeard } from './meetings/live-queries.ts';
import { moveDeadlines, shortenDeadlines } from './negotiations/queries.ts';
import { moveReservations, shortenReservations } from './reservations/release-queries.ts';
import { moveHeartbeats, correctHeartbeats } from './sessions/expiry-queries.ts';
import type { GroupCommitter, Handler, Transaction } from './store/group-committer.ts';
import type { Streams } from './transport/streams/streams.ts';
import { limits } from '../shared/contract/fields.ts';

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

/**
 * RSV-19: what was granted while the clock was ahead would last until the right clock gets there. It ends as late as what is
 * granted now.
 */
export async function correctTimes(
  { connection, nowMs }: Transaction,
  workspaceId: string,
  { reservationTtlMs }: Durations,
): Promise<void> {
  const db = connection.kysely;
  const atMs = nowMs + reservationTtlMs;
  await shortenReservations(db, workspaceId, { atMs, latestMs: atMs + clockSlackMs });
  await correctHeartbeats(db, workspaceId, { atMs: nowMs, latestMs: nowMs + clockSlackMs });
  await shortenDeadlines(db, workspaceId, { nowMs, latestMs: latestDeadlineFrom(nowMs) });
}

/** RSV-19: the latest moment at which a negotiation can end that was put off as far as it goes (NEG-5). */
export function latestDeadlineFrom(nowMs: number): number {
  return nowMs + limits.maxDeadlineMs + clockSlackMs;
}
