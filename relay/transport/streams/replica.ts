import type { WebSocket } from 'ws';
import type { LogEvent } from '../../../shared/contract/events/events.ts';
import { closeCodes } from '../../../shared/contract/close-codes.ts';
import type { ReplicaMessage } from '../../../shared/replica/contract.ts';
import type { Broadcaster, Sink } from '../../feed/broadcaster.ts';
import { isOtherLog, readSnapshot } from '../../replica/queries.ts';
import type { SteadyClock } from '../../kernel/steady-clock.ts';
import type { Database } from '../../store/database.ts';
import { newestSeq } from '../../store/event-queries.ts';
import { closeSocket, type Streams } from './streams.ts';

const maxBufferedBytes = 4_194_304;
const drainPollMs = 20;

export interface ReplicaDependencies {
  readonly database: Database;
  readonly broadcaster: Broadcaster;
  readonly streams: Streams;
  readonly clock: SteadyClock;
  readonly sessionTtlMs: number;
}

export interface ReplicaRequest {
  readonly workspaceId: string;
  readonly authorization: string | undefined;
  /** The newest seq that the daemon has; undefined asks for a snapshot. */
  readonly since: number | undefined;
  /** When that was appended; undefined from an earlier daemon, and from one that does not know. */
  readonly sinceAt: string | undefined;
}

/** Sends a daemon the snapshot, unless it resumes, and then every event in order. */
export async function serveReplica(
  { database, broadcaster, streams, clock, sessionTtlMs }: ReplicaDependencies,
  request: ReplicaRequest,
  socket: WebSocket,
): Promise<void> {
  const { workspaceId, authorization } = request;
  const send = (message: ReplicaMessage) => socket.send(JSON.stringify(message));
  const time = () => {
    const clock_jump = clock.recentJump();
    return { now: clock.now(), ...(clock_jump !== undefined && { clock_jump }) };
  };
  let seq = await seqToResume(database, request);
  if (seq === undefined) {
    const nowMs = clock.now();
    const snapshot = await readSnapshot(database, workspaceId, { nowMs, sessionTtlMs });
    // The connection closed meanwhile: its `close` event is over, so following would never end.
    if (socket.readyState !== socket.OPEN) return;
    seq = snapshot.seq;
    send({ kind: 'snapshot', ...snapshot, ...time() });
  } else {
    const newest = await newestSeq(database.reader, workspaceId);
    if (socket.readyState !== socket.OPEN) return;
    send({ kind: 'heartbeat', seq, newest, ...time() });
  }
  let sent = seq;
  const sink = sinkOf(socket, (events) => {
    sent = events.at(-1)?.seq ?? sent;
    send({ kind: 'events', now: clock.now(), events });
  });
  const unfollow = broadcaster.follow(workspaceId, seq, sink);
  const remove = streams.add({
    authorization,
    workspaceId,
    heartbeat: () => send({ kind: 'heartbeat', ...time(), seq: sent }),
    startAnew: () => socket.close(closeCodes.startAnew),
    close(refusal) {
      // A reader that does not read would never see the close, and keep the stream.
      if (socket.bufferedAmount > 0) socket.terminate();
      else closeSocket(socket, refusal);
    },
  });
  socket.on('close', () => {
    unfollow();
    remove();
  });
}

/** LNK-4: undefined where the daemon has followed another log: this one was brought back from a backup. */
async function seqToResume(
  { reader }: Database,
  { workspaceId, since, sinceAt }: ReplicaRequest,
): Promise<number | undefined> {
  if (since === undefined) return undefined;
  return (await isOtherLog(reader, workspaceId, { since, sinceAt })) ? undefined : since;
}

function sinkOf(socket: WebSocket, deliver: (events: readonly LogEvent[]) => void): Sink {
  return {
    send(events) {
      deliver(events);
      return socket.bufferedAmount < maxBufferedBytes;
    },
    async drained() {
      // ws has no drain event, so the buffer is polled.
      while (socket.bufferedAmount >= maxBufferedBytes && socket.readyState === socket.OPEN) {
        await new Promise((resolve) => setTimeout(resolve, drainPollMs));
      }
    },
    lost: () => socket.close(closeCodes.startAnew),
  };
}
