import { hash } from 'node:crypto';
import { randomText } from '../../../shared/node/random-ids.ts';
import type { Clock } from '../../../shared/kernel/clock.ts';

const codeLivesMs = 60_000;
const mostCodes = 100;
const secretLength = 32;

/** LOC-8: codes that nobody has used yet, by digest. They are in memory only. */
export class OneTimeCodes {
  private readonly codes = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** A code for one use within a minute. Of more than 100 the oldest ends. */
  make(): string {
    const nowMs = this.clock.now();
    for (const [digest, untilMs] of this.codes)
      if (untilMs <= nowMs || this.codes.size >= mostCodes) this.codes.delete(digest);
    const code = randomText(secretLength);
    this.codes.set(digestOf(code), nowMs + codeLivesMs);
    return code;
  }

  /** Whether the code was good; false for one that was used, has ended or never was. */
  use(code: string): boolean {
    const digest = digestOf(code);
    const untilMs = this.codes.get(digest);
    this.codes.delete(digest);
    return untilMs !== undefined && untilMs > this.clock.now();
  }
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}
