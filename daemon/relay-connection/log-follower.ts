import type { WebSocket } from 'ws';
import { replicaHeartbeatMs, type ReplicaMessage } from '../../shared/replica/contract.ts';
import { requestOf } from '../../shared/api/client.ts';
import { operations } from '../../shared/api/operations.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Upstream } from './upstream.ts';
import type { Replica } from '../replica/replica.ts';
import { backoffMs, withJitter } from '../../shared/node/backoff.ts';

export type FollowingState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'following' }
  | { readonly kind: 'waiting'; readonly reason: string };

export interface LogFollowerOptions {
  readonly upstream: Upstream;
  readonly workspaceId: string;
  readonly replica: Replica;
  readonly logger: Logger;
  /** Whether the replica has a state to resume from. */
  readonly canResume: boolean;
  /** The log is followed, again or for the first time. */
  readonly onFollowing: () => void;
  /** The message was applied. */
  readonly onApplied: (message: ReplicaMessage) => void;
}

const backoff = { firstMs: 100, maxMs: 5_000 } as const;
const silenceMs = 3 * replicaHeartbeatMs;
const maxMessageBytes = 64 * 1_048_576;
/** The relay's close code for a follower that must take a snapshot. */
const startAnew = 4410;

/** Follows the relay's log over a WebSocket for as long as the daemon runs, and resumes where it was cut off. */
export class LogFollower {
  state: FollowingState = { kind: 'connecting' };
  private socket: WebSocket | undefined;
  private retry: NodeJS.Timeout | undefined;
  private silence: NodeJS.Timeout | undefined;
  private failures = 0;
  private canResume: boolean;
  private closed = false;

  constructor(private readonly options: LogFollowerOptions) {
    this.canResume = options.canResume;
  }

  start(): void {
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
    if (this.closed) return;
    const { upstream } = this.options;
    const socket = new WebSocket(this.address(), {
      headers: { authorization: `Bearer ${upstream.key}` },
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      handshakeTimeout: silenceMs,
    });
    this.socket = socket;
    let reason = 'the connection was closed';
    socket.on('open', () => this.listenFor());
    socket.on('message', (data) => this.receive(socket, data as Buffer));
    socket.on('unexpected-response', (_request, response) => {
      reason = `the relay answered with status ${response.statusCode}`;
      socket.terminate();
    });
    socket.on('error', (error) => (reason = error.message));
    socket.on('close', (code) => this.lost(code, reason));
  }

  private address(): string {
    const { upstream, workspaceId, replica } = this.options;
    const since = this.canResume ? { since: replica.state.seq } : {};
    const { path } = requestOf(operations.replica, { id: workspaceId, ...since });
    return `${upstream.url.replace(/^http/, 'ws')}${path}`;
  }

  private receive(socket: WebSocket, data: Buffer): void {
    if (socket !== this.socket || this.closed) return;
    this.listenFor();
    const { replica, logger } = this.options;
    const message = JSON.parse(data.toString()) as ReplicaMessage;
    if (replica.apply(message) === 'gap') {
      logger.warn('The relay told events with a gap; asking for a snapshot');
      this.canResume = false;
      return socket.terminate();
    }
    this.canResume = true;
    this.options.onApplied(message);
    if (this.state.kind === 'following') return;
    this.state = { kind: 'following' };
    this.failures = 0;
    logger.info(`Following the relay from seq ${replica.state.seq}`);
    this.options.onFollowing();
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
    if (code === startAnew) this.canResume = false;
    this.failures += 1;
    if (this.state.kind === 'following') this.options.logger.warn(`Lost the relay: ${reason}`);
    this.state = { kind: 'waiting', reason };
    this.retry = setTimeout(
      () => void this.connect(),
      withJitter(backoffMs(this.failures, backoff)),
    );
    this.retry.unref();
  }
}
