import { isRecord, parseJson } from '../kernel/json.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { PieceQueue } from './piece-queue.ts';

/** A piece of sound, which can be played by itself, under a name of its own (MTG-24). */
interface Piece<Sound> {
  readonly id: string;
  readonly sound: Sound;
}

/** A connection to a meeting. What is sent when it is closed is lost. */
interface PieceSocket<Sound> {
  send(data: string | Sound): void;
  close(): void;
}

export interface LinkEvents {
  onText(text: string): void;
  /** The connection is there, lost, or back: told by turns. */
  onLink(isLinked: boolean): void;
  /** How many pieces are not kept yet. */
  onWaiting(count: number): void;
  /** A piece could not be written down; the next one goes. */
  onProblem(message: string): void;
}

interface LinkOptions<Sound> extends LinkEvents {
  /** So many pieces may wait. */
  readonly most: number;
  /** Begins a connection, which tells `link` later what happens; undefined when that cannot be tried now. */
  open(link: PieceLink<Sound>): Promise<PieceSocket<Sound> | undefined>;
  /** Why the meeting takes nothing more, for connections that do not tell; undefined while it does, or while nobody can be asked. */
  whyOver?(): Promise<Refusal | undefined>;
  /** How long to wait after `failures` in a row, in milliseconds. */
  pauseMs(failures: number): number;
  later(ms: number, act: () => void): void;
}

const answerWithinMs = 180_000;

/**
 * The way of recorded pieces to a meeting: one after the other, each until it is kept, over as many connections as it takes (MTG-24).
 * What is recorded while the relay is gone waits here.
 */
export class PieceLink<Sound> {
  /** Resolves when the meeting is completed or left, or takes nothing more. */
  readonly over: Promise<Refusal | undefined>;
  private readonly pieces: PieceQueue<Piece<Sound>>;
  private socket: PieceSocket<Sound> | undefined;
  private isOpen = false;
  /** What was told last. */
  private isLinked = false;
  private wasLost = false;
  private isStopping = false;
  private isOver = false;
  private failures = 0;
  private finish: (why: Refusal | undefined) => void = () => undefined;

  constructor(private readonly options: LinkOptions<Sound>) {
    this.pieces = new PieceQueue(options.most);
    this.over = new Promise((resolve) => (this.finish = resolve));
    void this.connect();
  }

  /** False where so many wait already that it is not kept. */
  add(piece: Piece<Sound>): boolean {
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
  leave(why?: Refusal): void {
    if (this.isOver) return;
    this.isOver = true;
    this.socket?.close();
    this.finish(why);
  }

  /**
   * The connection stands. After one that was lost that says little, for a daemon takes it also while its relay is gone: the relay is
   * back when it says something.
   */
  opened(): void {
    this.isOpen = true;
    if (!this.wasLost) this.linked();
    this.flush();
  }

  /** The meeting sent this. */
  said(data: string): void {
    this.linked();
    const { type, id = '', text = '', error = '', message = '' } = messageIn(data);
    if (type === 'transcript_chunk') this.options.onText(text);
    else if (type === 'kept') this.kept(id);
    else if (type === 'complete') this.leave();
    else if (error === 'Conflict') this.leave(refuse('Conflict', message));
    else if (type === 'error') this.failed(error, message);
  }

  /** The connection ended, or never stood. With a refusal no other one is tried. */
  async lost(why?: Refusal): Promise<void> {
    if (this.isOver) return;
    if (why !== undefined) return this.leave(why);
    this.pieces.lost();
    this.socket = undefined;
    this.isOpen = false;
    this.wasLost = true;
    if (this.isLinked) this.options.onLink(false);
    this.isLinked = false;
    const over = await this.options.whyOver?.();
    if (over === undefined) this.retry();
    else this.leave(over);
  }

  private linked(): void {
    if (this.isLinked) return;
    this.failures = 0;
    this.isLinked = true;
    this.options.onLink(true);
  }

  private retry(): void {
    this.failures += 1;
    this.options.later(this.options.pauseMs(this.failures), () => void this.connect());
  }

  private async connect(): Promise<void> {
    if (this.isOver) return;
    this.socket = await this.options.open(this);
    if (this.isOver) this.socket?.close();
    else if (this.socket === undefined) this.retry();
  }

  private flush(): void {
    this.options.onWaiting(this.pieces.count);
    const { socket } = this;
    if (socket === undefined || !this.isOpen) return;
    // A meeting that is being read takes nothing more, also not what it has already (MTG-6).
    if (this.isStopping && this.pieces.count === 0)
      return socket.send(JSON.stringify({ type: 'stop' }));
    const next = this.pieces.next();
    if (next !== undefined) this.transmit(next, socket);
  }

  private transmit(piece: Piece<Sound>, socket: PieceSocket<Sound>): void {
    socket.send(JSON.stringify({ type: 'piece', id: piece.id }));
    socket.send(piece.sound);
    this.options.later(answerWithinMs, () => {
      if (this.pieces.isOnItsWay(piece) && this.socket === socket) socket.close();
    });
  }

  private kept(id: string): void {
    this.pieces.kept(id);
    this.flush();
  }

  private failed(error: string, message: string): void {
    if (this.pieces.mayPass(error))
      return this.options.later(this.options.pauseMs(1), () => this.flush());
    this.options.onProblem(message);
    this.flush();
  }
}

type Message = Partial<Record<'type' | 'id' | 'text' | 'error' | 'message', string>>;

/** The texts of a message; none of what is no message of the contract, as one of a later version would be. */
function messageIn(data: string): Message {
  const value = parseJson(data);
  const fields = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(fields.filter(([, field]) => typeof field === 'string'));
}
