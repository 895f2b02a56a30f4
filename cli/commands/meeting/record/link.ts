import { WebSocket } from 'ws';
import { z } from 'zod';
import { refusalOfResponse } from '../../../../shared/api/refusal-of-response.ts';
import { closeCodes } from '../../../../shared/contract/close-codes.ts';
import { parseJson } from '../../../../shared/kernel/json.ts';
import { isRefusal, refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { backoffMs } from '../../../../shared/node/time/backoff.ts';
import { PieceQueue } from '../../../../shared/meetings/piece-queue.ts';

/** A piece of sound, as a WAV file, under a name of its own (MTG-24). */
export interface Piece {
  readonly id: string;
  readonly wav: Uint8Array;
}

export interface LinkOptions {
  /** Where the meeting is now, and the key to it; asked before each connection, since a daemon may come back elsewhere. */
  address(): Promise<{ readonly url: string; readonly key: string } | Refusal>;
  onText(text: string): void;
  /** The connection is lost, or back. */
  onLink(isLinked: boolean): void;
  /** A piece could not be written down. */
  onProblem(message: string): void;
}

const pauses = { firstMs: 300, maxMs: 5_000 };
const answerWithinMs = 180_000;
/** As many pieces of five seconds as an hour has. */
const mostWaiting = 720;

/**
 * The way of recorded pieces to a meeting: one after the other, each until it is kept, over as many connections as it takes. MTG-25:
 * what is recorded while the relay is gone waits here.
 */
export class MeetingLink {
  /** Resolves when the meeting is completed, or takes nothing more. */
  readonly over: Promise<Refusal | undefined>;
  private readonly pieces = new PieceQueue<Piece>(mostWaiting);
  private socket: WebSocket | undefined;
  private isStopping = false;
  private isOver = false;
  private wasLinked = false;
  private failures = 0;
  private timers = new Set<NodeJS.Timeout>();
  private finish: (refusal: Refusal | undefined) => void = () => undefined;

  constructor(private readonly options: LinkOptions) {
    this.over = new Promise((resolve) => (this.finish = resolve));
    void this.connect();
  }

  get waitingCount(): number {
    return this.pieces.count;
  }

  /** False where so many wait already that it is not kept. */
  add(piece: Piece): boolean {
    const isTaken = this.pieces.add(piece);
    this.flush();
    return isTaken;
  }

  /** Stops the meeting when all of it is kept. */
  stop(): void {
    this.isStopping = true;
    this.flush();
  }

  /** Leaves the meeting as it is. */
  leave(refusal?: Refusal): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.socket?.terminate();
    this.finish(refusal);
  }

  private async connect(): Promise<void> {
    const at = await this.options.address().catch(() => undefined);
    if (this.isOver) return;
    if (at === undefined || isRefusal(at)) return this.retry();
    const socket = new WebSocket(at.url, { headers: { authorization: `Bearer ${at.key}` } });
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('open', () => this.opened());
    socket.on('message', (data) => this.take(messageForm.safeParse(parseJson(String(data)))));
    socket.on('close', (code) => this.lost(code));
    socket.on('unexpected-response', (_request, response) => {
      refusalOfResponse(response)
        .then((refusal) => this.turnedDown(refusal))
        .catch(() => this.lost(0));
    });
  }

  private opened(): void {
    this.failures = 0;
    this.options.onLink(true);
    this.wasLinked = true;
    this.flush();
  }

  private turnedDown(refusal: Refusal): void {
    if (['Unavailable', 'RateLimited'].includes(refusal.error)) this.lost(0);
    else this.leave(refusal);
  }

  private lost(code: number): void {
    if (this.isOver) return;
    this.pieces.lost();
    if (code === closeCodes.noAccess) return this.leave(noLongerMember);
    if (this.socket !== undefined && this.wasLinked) this.options.onLink(false);
    this.wasLinked = false;
    this.socket = undefined;
    this.retry();
  }

  private retry(): void {
    this.failures += 1;
    this.later(backoffMs(this.failures, pauses), () => void this.connect());
  }

  private later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.isOver) act();
    }, ms);
    this.timers.add(timer);
  }

  private flush(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const next = this.pieces.next();
    if (next !== undefined) this.transmit(next);
    else if (this.isStopping && this.pieces.count === 0)
      this.socket.send(JSON.stringify({ type: 'stop' }));
  }

  private transmit(piece: Piece): void {
    const { socket } = this;
    socket?.send(JSON.stringify({ type: 'piece', id: piece.id }));
    socket?.send(piece.wav);
    this.later(answerWithinMs, () => {
      if (this.pieces.isOnItsWay(piece) && this.socket === socket) socket?.terminate();
    });
  }

  /** What is no message of the contract is passed over, as one of a later version would be. */
  private take({ success, data: message }: ReturnType<typeof messageForm.safeParse>): void {
    if (!success) return;
    const { type, id = '', text = '', error = '', message: why = '' } = message;
    if (type === 'transcript_chunk') this.options.onText(text);
    else if (type === 'kept') this.kept(id);
    else if (type === 'complete') this.leave();
    else if (error === 'Conflict') this.leave(refuse('Conflict', why));
    else if (type === 'error') this.failed(error, why);
  }

  private kept(id: string): void {
    this.pieces.kept(id);
    this.flush();
  }

  private failed(error: string, why: string): void {
    if (this.pieces.mayPass(error)) return this.later(pauses.firstMs, () => this.flush());
    this.options.onProblem(why);
    this.flush();
  }
}

const messageForm = z
  .object({
    type: z.string(),
    id: z.string(),
    text: z.string(),
    error: z.string(),
    message: z.string(),
  })
  .partial();

const noLongerMember = refuse('Forbidden', 'You may no longer take part in this meeting.');
