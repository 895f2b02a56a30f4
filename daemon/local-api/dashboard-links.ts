import { hash } from 'node:crypto';
import { randomText } from '../../shared/node/random-ids.ts';
import type { Clock } from '../../shared/kernel/clock.ts';

const codeLivesMs = 60_000;
const sessionLivesMs = 12 * 60 * 60_000;
const mostCodes = 100;
const secretLength = 32;

/** LOC-8: the codes of links that nobody has used yet, by digest. They are in memory only. */
export class DashboardLinks {
  private readonly codes = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    /** Told the token of a tab, and until when it is good. */
    private readonly onToken: (token: string, untilMs: number) => void,
  ) {}

  /** A code for one use within a minute. */
  newCode(): string {
    const nowMs = this.clock.now();
    for (const [digest, untilMs] of this.codes)
      if (untilMs <= nowMs || this.codes.size >= mostCodes) this.codes.delete(digest);
    const code = randomText(secretLength);
    this.codes.set(digestOf(code), nowMs + codeLivesMs);
    return code;
  }

  /** The token that a tab gets for its code; undefined for a code that was used, has ended or never was. */
  trade(code: string): string | undefined {
    const digest = digestOf(code);
    const untilMs = this.codes.get(digest);
    this.codes.delete(digest);
    const nowMs = this.clock.now();
    if (untilMs === undefined || untilMs <= nowMs) return undefined;
    const token = randomText(secretLength);
    this.onToken(token, nowMs + sessionLivesMs);
    return token;
  }
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}
