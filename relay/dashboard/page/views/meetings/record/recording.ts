import { signal } from '@preact/signals';
import { PieceQueue } from '../../../../../../shared/meetings/piece-queue.ts';
import { openRecording } from '../../../client/connect.ts';
import type { Microphone } from './microphone.ts';
import { RecordedPieces } from './recorded-pieces.ts';

/** `stopping`: what was recorded is sent and read; `over`: nothing more comes. */
export type Phase = 'recording' | 'paused' | 'stopping' | 'over';

export interface RecordingOptions {
  readonly address: string;
  readonly meetingId: string;
  readonly title: string;
  /** Why the meeting takes nothing more; undefined while it does, or while nobody can be asked. */
  whyOver(): Promise<string | undefined>;
}

interface Piece {
  readonly id: string;
  readonly sound: Blob;
}

const retryMs = 700;
const answerWithinMs = 180_000;
/** As many pieces of five seconds as half an hour has. */
const mostWaiting = 360;

/**
 * A meeting that is recorded. DSH-72: each piece waits here until the relay says that it is kept, and with the relay gone it records
 * on; what waits is sent when the relay is back, under the same names, so that nothing is written down twice (MTG-24).
 */
export class Recording {
  readonly phase = signal<Phase>('recording');
  readonly isLinked = signal(false);
  /** What was written down, a line for each piece. */
  readonly said = signal<readonly string[]>([]);
  /** How many pieces the relay has not kept yet. */
  readonly waiting = signal(0);
  /** What went wrong with a piece; the recording goes on. */
  readonly notice = signal('');
  /** Why it ended without being stopped here. */
  readonly problem = signal('');
  private readonly name = crypto.randomUUID();
  private readonly pieces = new PieceQueue<Piece>(mostWaiting);
  private readonly recorded: RecordedPieces;
  private recordedCount = 0;
  private socket: WebSocket | undefined;
  private spentMs = 0;
  private sinceMs = performance.now();

  constructor(
    readonly options: RecordingOptions,
    readonly microphone: Microphone,
  ) {
    this.recorded = new RecordedPieces(microphone.sound, (sound) => this.add(sound));
    this.recorded.begin();
    this.connect();
    for (const track of microphone.sound.getTracks())
      track.addEventListener('ended', () => (this.notice.value = microphoneGone));
  }

  /** How long was recorded, without breaks, in milliseconds. */
  get lastedMs(): number {
    const isRunning = this.phase.value === 'recording';
    return this.spentMs + (isRunning ? performance.now() - this.sinceMs : 0);
  }

  pause(): void {
    if (this.phase.value !== 'recording') return;
    this.spentMs = this.lastedMs;
    this.phase.value = 'paused';
    this.recorded.end();
    this.microphone.pause(true);
  }

  resume(): void {
    if (this.phase.value !== 'paused') return;
    this.sinceMs = performance.now();
    this.phase.value = 'recording';
    this.recorded.begin();
    this.microphone.pause(false);
  }

  /** Ends the meeting; the relay finds what was decided. */
  stop(): void {
    if (this.phase.value === 'stopping' || this.phase.value === 'over') return;
    this.spentMs = this.lastedMs;
    this.phase.value = 'stopping';
    this.recorded.end();
    this.microphone.close();
    this.flush();
  }

  /** Goes without ending the meeting: it can be gone on with. */
  leave(problem = ''): void {
    if (this.phase.value === 'over') return;
    this.spentMs = this.lastedMs;
    this.phase.value = 'over';
    this.problem.value = problem;
    this.recorded.end();
    this.microphone.close();
    this.socket?.close();
  }

  private add(sound: Blob): void {
    if (this.phase.value === 'over') return;
    const id = `${this.name}:${++this.recordedCount}`;
    if (sound.size > 0 && !this.pieces.add({ id, sound })) this.notice.value = tooMuch;
    this.flush();
  }

  private connect(): void {
    const socket = openRecording(this.options.address);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.isLinked.value = true;
      this.flush();
    });
    socket.addEventListener('message', ({ data }) => this.take(String(data)));
    socket.addEventListener('close', () => void this.lost());
  }

  private async lost(): Promise<void> {
    if (this.phase.value === 'over') return;
    this.pieces.lost();
    this.isLinked.value = false;
    const why = await this.options.whyOver();
    if (why !== undefined) return this.leave(why);
    setTimeout(() => this.phase.value !== 'over' && this.connect(), retryMs);
  }

  private flush(): void {
    this.waiting.value = this.pieces.count;
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const next = this.pieces.next();
    if (next !== undefined) this.transmit(next, this.socket);
    else if (this.phase.value === 'stopping' && this.recorded.isSilent && this.pieces.count === 0)
      this.socket.send(JSON.stringify({ type: 'stop' }));
  }

  private transmit(piece: Piece, socket: WebSocket): void {
    socket.send(JSON.stringify({ type: 'piece', id: piece.id }));
    socket.send(piece.sound);
    setTimeout(() => this.pieces.isOnItsWay(piece) && socket.close(), answerWithinMs);
  }

  private take(data: string): void {
    const { type, id = '', text = '', error = '', message = '' } = JSON.parse(data) as Message;
    if (type === 'transcript_chunk') this.say(text);
    else if (type === 'kept') this.kept(id);
    else if (type === 'complete') this.leave();
    else if (error === 'Conflict') this.leave(message);
    else if (type === 'error') this.failed(error, message);
  }

  private say(text: string): void {
    this.said.value = [...this.said.value, text];
    this.notice.value = '';
  }

  private kept(id: string): void {
    this.pieces.kept(id);
    this.flush();
  }

  private failed(error: string, message: string): void {
    if (this.pieces.mayPass(error)) return void setTimeout(() => this.flush(), retryMs);
    this.notice.value = message;
    this.flush();
  }
}

type Message = Partial<Record<'type' | 'id' | 'text' | 'error' | 'message', string>>;

const microphoneGone = 'The microphone is gone. Stop, or go on with another one.';
const tooMuch = 'The relay has been gone for so long that what is said now is not kept.';
