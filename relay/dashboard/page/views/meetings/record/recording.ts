import { signal } from '@preact/signals';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { PieceLink } from '../../../../../../shared/meetings/piece-link.ts';
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
  whyOver(): Promise<Refusal | undefined>;
}

const retryMs = 700;
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
  private readonly link: PieceLink<Blob>;
  private readonly recorded: RecordedPieces;
  private recordedCount = 0;
  private spentMs = 0;
  private sinceMs = performance.now();

  constructor(
    readonly options: RecordingOptions,
    readonly microphone: Microphone,
  ) {
    this.recorded = new RecordedPieces(microphone.sound, (sound) => this.add(sound));
    this.recorded.begin();
    this.link = this.linkTo(options);
    void this.link.over.then((why) => this.ended(why));
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
    this.stopWhenSilent();
  }

  /** Goes without ending the meeting: it can be gone on with. */
  leave(): void {
    this.link.leave();
  }

  private ended(why: Refusal | undefined): void {
    this.spentMs = this.lastedMs;
    this.phase.value = 'over';
    this.problem.value = why?.message ?? '';
    this.recorded.end();
    this.microphone.close();
  }

  private add(sound: Blob): void {
    if (this.phase.value === 'over') return;
    const id = `${this.name}:${++this.recordedCount}`;
    if (sound.size > 0 && !this.link.add({ id, sound })) this.notice.value = tooMuch;
    this.stopWhenSilent();
  }

  /** The last piece comes a moment after the recorder was told to end. */
  private stopWhenSilent(): void {
    if (this.phase.value === 'stopping' && this.recorded.isSilent) this.link.stop();
  }

  private linkTo({ address, whyOver }: RecordingOptions): PieceLink<Blob> {
    return new PieceLink({
      most: mostWaiting,
      open: (link) => Promise.resolve(open(address, link)),
      whyOver,
      pauseMs: () => retryMs,
      later: (ms, act) => void setTimeout(act, ms),
      onText: (text) => this.say(text),
      onLink: (isLinked) => (this.isLinked.value = isLinked),
      onWaiting: (count) => (this.waiting.value = count),
      onProblem: (message) => (this.notice.value = message),
    });
  }

  private say(text: string): void {
    this.said.value = [...this.said.value, text];
    this.notice.value = '';
  }
}

function open(address: string, link: PieceLink<Blob>): WebSocket {
  const socket = openRecording(address);
  socket.addEventListener('open', () => link.opened());
  socket.addEventListener('message', ({ data }) => link.said(String(data)));
  socket.addEventListener('close', () => void link.lost());
  return socket;
}

const microphoneGone = 'The microphone is gone. Stop, or go on with another one.';
const tooMuch = 'The relay has been gone for so long that what is said now is not kept.';
