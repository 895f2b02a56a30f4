/** What is this quiet, in decibels below the loudest, is no sound; the other is as loud as a voice gets. */
const [quietest, loudest] = [-58, -12];

/** How loud some samples (-1 to 1) are, from 0 to 1, as an ear hears it. */
export function levelOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  const decibels = 20 * Math.log10(Math.max(rms, 1e-9));
  return Math.min(1, Math.max(0, (decibels - quietest) / (loudest - quietest)));
}

const heardFrom = 0.08;
const silentAfterMs = 6_000;

/** Whether nothing has been heard for a while. */
export class Silence {
  private heardAt: number;

  constructor(nowMs: number) {
    this.heardAt = nowMs;
  }

  isAfter(level: number, nowMs: number): boolean {
    if (level >= heardFrom) this.heardAt = nowMs;
    return nowMs - this.heardAt >= silentAfterMs;
  }

  /** Nothing counts as silence that nobody listens to, such as a break. */
  restart(nowMs: number): void {
    this.heardAt = nowMs;
  }
}

/** `4:05`, `1:02:45`, of milliseconds. */
export function lasted(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds % 60)}`;
}
