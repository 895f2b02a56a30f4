import { signal } from '@preact/signals';
import { openRecording } from '../../../client/recording.ts';
import { Microphone } from './microphone.ts';
import { Pieces } from './pieces.ts';

/** `stopping`: what was recorded is sent and read; `over`: nothing more comes. */
export type Phase = 'recording' | 'paused' | 'stopping' | 'over';

export interface RecordingOptions {
  readonly address: string;
  readonly meetingId: string;
  readonly title: string;
  /** Why the meeting takes nothing more; undefined while it does, or while nobody can be asked. */
  whyOver(): Promise<string | undefined>;
}

/** As the interface gives it. */
const pieceMs = 5_000;
const retryMs = 700;

/**
 * A meeting that is recorded. DSH-72: with the relay gone it records on, and sends what waits when the relay is back: a new
 * recorder begins at each break, since pieces of an earlier one could not be played there.
 */
export class Recording {
  readonly phase = signal<Phase>('recording');
  readonly isLinked = signal(false);
  /** What was written down, a line for each piece. */
  readonly said = signal<readonly string[]>([]);
  /** How many pieces wait for the relay. */
  readonly waiting = signal(0);
  /** What went wrong with a piece; the recording goes on. */
  readonly notice = signal('');
  /** Why it ended without being stopped here. */
  readonly problem = signal('');
  private readonly pieces = new Pieces<Blob>();
  private recorder: MediaRecorder | undefined;
  private socket: WebSocket | undefined;
  private isSoundEnded = false;
  private spentMs = 0;
  private sinceMs = performance.now();

  constructor(
    readonly options: RecordingOptions,
    readonly microphone: Microphone,
  ) {
    this.begin();
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
    this.recorder?.pause();
    this.microphone.pause(true);
  }

  resume(): void {
    if (this.phase.value !== 'paused') return;
    this.sinceMs = performance.now();
    this.phase.value = 'recording';
    this.recorder?.resume();
    this.microphone.pause(false);
  }

  /** Ends the meeting; the relay finds what was decided. */
  stop(): void {
    if (this.phase.value === 'stopping' || this.phase.value === 'over') return;
    this.spentMs = this.lastedMs;
    this.phase.value = 'stopping';
    this.microphone.close();
    // Its last piece comes before this event.
    this.recorder?.addEventListener('stop', () => {
      this.isSoundEnded = true;
      this.flush();
    });
    if (this.recorder?.state === 'inactive') this.isSoundEnded = true;
    else this.recorder?.stop();
    this.flush();
  }

  /** Goes without ending the meeting: it can be gone on with. */
  leave(problem = ''): void {
    if (this.phase.value === 'over') return;
    this.spentMs = this.lastedMs;
    this.phase.value = 'over';
    this.problem.value = problem;
    if (this.recorder?.state !== 'inactive') this.recorder?.stop();
    this.microphone.close();
    this.socket?.close();
  }

  private begin(): void {
    const recorder = new MediaRecorder(this.microphone.sound);
    const add = this.pieces.begin();
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0 && !add(data) && recorder === this.recorder) this.notice.value = tooMuch;
      this.flush();
    });
    recorder.start(pieceMs);
    if (this.phase.value === 'paused') recorder.pause();
    this.recorder = recorder;
  }

  private beginAnew(): void {
    this.pieces.lose();
    if (this.phase.value !== 'recording' && this.phase.value !== 'paused') return;
    const before = this.recorder;
    this.begin();
    before?.stop();
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
    if (this.isLinked.value) this.beginAnew();
    this.isLinked.value = false;
    const why = await this.options.whyOver();
    if (why !== undefined) return this.leave(why);
    setTimeout(() => this.phase.value !== 'over' && this.connect(), retryMs);
  }

  private flush(): void {
    const isOpen = this.socket?.readyState === WebSocket.OPEN;
    const pieces = isOpen ? this.pieces.take() : [];
    this.waiting.value = this.pieces.waiting;
    if (!isOpen || this.socket === undefined) return;
    for (const piece of pieces) this.socket.send(piece);
    if (this.phase.value === 'stopping' && this.isSoundEnded)
      this.socket.send(JSON.stringify({ type: 'stop' }));
  }

  private take(data: string): void {
    const message = JSON.parse(data) as Partial<
      Record<'type' | 'text' | 'error' | 'message', string>
    >;
    if (message.type === 'transcript_chunk') {
      this.said.value = [...this.said.value, message.text ?? ''];
      this.notice.value = '';
    } else if (message.type === 'complete') this.leave();
    else if (message.error === 'Conflict') this.leave(message.message);
    else if (message.error === 'ValidationError') this.beginAnew();
    else if (message.type === 'error') this.notice.value = message.message ?? '';
  }
}

const microphoneGone = 'The microphone is gone. Stop, or go on with another one.';
const tooMuch = 'The relay has been gone for so long that what is said now is not kept.';
