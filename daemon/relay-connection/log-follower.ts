import type { WebSocket } from 'ws';
import { replicaHeartbeatMs, type ReplicaMessage } from '../../shared/replica/contract.ts';
import { closeCodes } from '../../shared/contract/close-codes.ts';
import { readReplicaMessage } from '../../shared/replica/read-message.ts';
import { requestOf } from '../../shared/api/client.ts';
import { operations } from '../../shared/api/operations.ts';
import { piecesOf } from './message-pieces.ts';
import { untilTime } from '../kernel/time-slices.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Upstream } from './upstream.ts';
import type { Replica } from '../replica/replica.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';
import { withoutSocket } from './without-socket.ts';

export type FollowingState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'following' }
  | { readonly kind: 'waiting'; readonly reason: string; readonly problem: string | undefined };

export interface LogFollowerOptions {
  readonly upstream: Upstream;
  readonly workspaceId: string;
  readonly replica: Replica;
  readonly logger: Logger;
  /** Whether the replica has a state to resume from. */
  readonly canResume: boolean;
  /** The log is followed, again or for the first time. */
  readonly onFollowing: () => void;
  /** What the relay had in its log when it was asked is in the replica. */
  readonly onCaughtUp: () => void;
  /** An attempt to follow the log has ended. */
  readonly onLost: () => void;
  /** The message was applied. */
  readonly onApplied: (message: ReplicaMessage) => void;
  /** The relay, or something on the way to it, does not let this daemon in. */
  readonly onTurnedAway: () => void;
}

interface Frame {
  readonly socket: WebSocket;
  readonly data: Buffer;
}

/** LNK-4: with the connecting itself, a relay that is well again is followed within five seconds. */
const backoff = { firstMs: 100, maxMs: 3_000 } as const;
const silenceMs = 3 * replicaHeartbeatMs;
const maxMessageBytes = 64 * 1_048_576;
const nonsense =
  'The relay sends something that is no message of coord. It is tried again and again; work goes on from what is known here.';
const turnedAway: ReadonlySet<number | undefined> = new Set([401, 403, 404, 429]);

/** Follows the relay's log over a WebSocket for as long as the daemon runs, and resumes where it was cut off. */
export class LogFollower {
  state: FollowingState = { kind: 'connecting' };
  private socket: WebSocket | undefined;
  private retry: NodeJS.Timeout | undefined;
  private silence: NodeJS.Timeout | undefined;
  private failures = 0;
  private canResume: boolean;
  private closed = false;
  private paused = false;
  /** What has come and was not read yet. */
  private readonly frames: Frame[] = [];
  private isReading = false;
  /** What was wrong with the last frame, until a good one comes. */
  private badMessage = '';
  /** The status with which the last try was answered in place of a WebSocket. */
  private answeredWith: number | undefined;
  /** Why the last try failed, where that is logged. */
  private lastReason = '';
  /** What the relay's log had when it was asked; undefined as long as it has not said. */
  private newestSeq: number | undefined;

  constructor(private readonly options: LogFollowerOptions) {
    this.canResume = options.canResume;
  }

  start(): void {
    void this.connect();
  }

  /** Follows no more until `resume`. */
  pause(): void {
    this.paused = true;
    clearTimeout(this.retry);
    this.socket?.terminate();
  }

  resume(): void {
    if (!this.paused || this.closed) return;
    this.paused = false;
    this.failures = 0;
    this.state = { kind: 'connecting' };
    clearTimeout(this.retry);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.socket?.terminate();
  }

  private async connect(): Promise<void> {
    const { WebSocket } = await import('ws');
    if (this.closed || this.paused) return;
    const { upstream } = this.options;
    const socket = new WebSocket(this.address(), {
      headers: { authorization: `Bearer ${upstream.key}` },
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      handshakeTimeout: silenceMs,
    });
    this.socket = socket;
    let reason: string | undefined;
    this.answeredWith = undefined;
    socket.on('open', () => this.listenFor());
    socket.on('message', (data) => this.receive(socket, data as Buffer));
    socket.on('unexpected-response', (_request, response) => {
      reason = `the relay answered with status ${response.statusCode}`;
      // LNK-4: it may be the seq that it refuses.
      if (!this.canResume || response.statusCode !== 400) this.answeredWith = response.statusCode;
      socket.terminate();
      if (response.statusCode === 400) this.canResume = false;
      if (turnedAway.has(response.statusCode)) this.options.onTurnedAway();
    });
    socket.on('error', (error) => (reason ??= error.message));
    socket.on('close', (code) => this.lost(code, reason ?? 'the connection was closed'));
  }

  private address(): string {
    const { upstream, workspaceId, replica } = this.options;
    const { seq: since, seqAt: since_at } = replica.state;
    const last = this.canResume ? { since, since_at } : {};
    const { path } = requestOf(operations.replica, { id: workspaceId, ...last });
    return `${upstream.url.replace(/^http/, 'ws')}${path}`;
  }

  private receive(socket: WebSocket, data: Buffer): void {
    this.frames.push({ socket, data });
    if (!this.isReading) void this.readFrames();
  }

  private async readFrames(): Promise<void> {
    this.isReading = true;
    for (let frame = this.frames.shift(); frame !== undefined; frame = this.frames.shift())
      if (this.isCurrent(frame.socket)) await this.read(frame);
    this.isReading = false;
  }

  private isCurrent(socket: WebSocket): boolean {
    return socket === this.socket && socket.readyState === socket.OPEN && !this.closed;
  }

  /** What is short is taken in before this first waits. */
  private async read({ socket, data }: Frame): Promise<void> {
    this.listenFor();
    const message = readReplicaMessage(data.toString());
    if ('misfit' in message) return this.distrust(socket, message.misfit);
    const [first, ...rest] = piecesOf(message);
    try {
      this.take(first);
      if (rest.length > 0) await this.takeInTurn(socket, rest);
    } catch (error) {
      this.distrust(socket, error instanceof Error ? (error.stack ?? error.message) : '');
    }
  }

  /** HOK-1: hooks are answered between two pieces. The relay sends no more until all are taken in. */
  private async takeInTurn(socket: WebSocket, pieces: readonly ReplicaMessage[]): Promise<void> {
    socket.pause();
    for (const piece of pieces) {
      await untilTime();
      if (!this.isCurrent(socket)) return;
      this.listenFor();
      this.take(piece);
    }
    socket.resume();
  }

  private take(message: ReplicaMessage): void {
    const { replica, logger, onApplied, onFollowing } = this.options;
    if (replica.apply(message) === 'gap') {
      logger.warn('The relay told events with a gap; asking for a snapshot');
      this.canResume = false;
      return this.socket?.terminate();
    }
    this.canResume = true;
    onApplied(message);
    this.badMessage = '';
    this.noteSeq(message);
    if (this.state.kind === 'following') return;
    this.state = { kind: 'following' };
    this.failures = 0;
    logger.info(`Following the relay from seq ${replica.state.seq}`);
    onFollowing();
  }

  /** OFF-6: a relay of an earlier version does not say how far its log goes; what it sends first is taken for all. */
  private noteSeq(message: ReplicaMessage): void {
    if (message.kind === 'heartbeat') this.newestSeq ??= message.newest;
    if (this.options.replica.state.seq >= (this.newestSeq ?? 0)) this.options.onCaughtUp();
  }

  /** LNK-1: what sent this may have sent other things that only looked right, so the replica is taken anew. */
  private distrust(socket: WebSocket, misfit: string): void {
    if (misfit !== this.badMessage)
      this.options.logger.warn(`The relay sent something that is no message of coord: ${misfit}`);
    this.badMessage = misfit;
    this.canResume = false;
    socket.terminate();
  }

  /** A relay that says nothing for three heartbeats is gone, whatever the connection looks like. */
  private listenFor(): void {
    if (this.silence !== undefined) return void this.silence.refresh();
    this.silence = setTimeout(() => this.socket?.terminate(), silenceMs);
    this.silence.unref();
  }

  private lost(code: number, reason: string): void {
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.closed) return;
    if (code === closeCodes.startAnew) this.canResume = false;
    if (code === closeCodes.noAccess) this.options.onTurnedAway();
    this.failures += 1;
    this.logLoss(reason);
    const problem = this.badMessage === '' ? withoutSocket(this.answeredWith) : nonsense;
    this.state = { kind: 'waiting', reason, problem };
    this.newestSeq = undefined;
    this.options.onLost();
    if (this.paused) return;
    this.retry = setTimeout(
      () => void this.connect(),
      withJitter(backoffMs(this.failures, backoff)),
    );
    this.retry.unref();
  }

  /** Each reason once, until the log is followed again. */
  private logLoss(reason: string): void {
    const { logger } = this.options;
    if (this.state.kind === 'following') logger.warn(`Lost the relay: ${reason}`);
    else if (reason !== this.lastReason) logger.warn(`Cannot follow the relay: ${reason}`);
    this.lastReason = reason;
  }
}
