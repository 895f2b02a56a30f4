import { signal } from '@preact/signals';
import { levelOf, Silence } from './level.ts';

/** How often the level is looked at, and how many of them are kept to be drawn. */
export const lookMs = 100;
const kept = 64;

/** What stands in the way before the browser is asked; empty when nothing does. */
export async function obstacleOf(): Promise<string> {
  // A browser offers it only to pages over https, or on the same computer.
  if (!('mediaDevices' in navigator))
    return 'Browsers give the microphone only to pages over https. Open this page over https, or with coord open.';
  const name = 'microphone' as PermissionName;
  const found = await navigator.permissions.query({ name }).catch(() => undefined);
  if (found?.state === 'denied')
    return 'Your browser denies this page the microphone. Allow it in the settings of this site, beside the address.';
  return '';
}

/** A microphone that is open, and how loud it is. */
export class Microphone {
  /** From 0 to 1, the newest last. */
  readonly levels: number[] = Array.from({ length: kept }, () => 0);
  readonly level = signal(0);
  readonly isSilent = signal(false);
  private readonly context = new AudioContext();
  private readonly silence = new Silence(performance.now());
  private readonly looking: ReturnType<typeof setInterval>;
  private isPaused = false;

  private constructor(readonly sound: MediaStream) {
    const analyser = this.context.createAnalyser();
    analyser.fftSize = 2_048;
    this.context.createMediaStreamSource(sound).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.looking = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      this.look(this.isPaused ? 0 : levelOf(samples));
    }, lookMs);
  }

  /** Rejects when there is none, or the person does not allow it. */
  static async open(): Promise<Microphone> {
    const audio = { echoCancellation: true, noiseSuppression: true };
    return new Microphone(await navigator.mediaDevices.getUserMedia({ audio }));
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.silence.restart(performance.now());
  }

  close(): void {
    if (this.context.state === 'closed') return;
    clearInterval(this.looking);
    for (const track of this.sound.getTracks()) track.stop();
    void this.context.close();
  }

  private look(level: number): void {
    this.levels.push(level);
    this.levels.shift();
    this.level.value = level;
    if (this.isPaused) this.silence.restart(performance.now());
    this.isSilent.value = this.silence.isAfter(level, performance.now());
  }
}
