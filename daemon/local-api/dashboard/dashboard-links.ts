import { randomText } from '../../../shared/node/random-ids.ts';
import type { Clock } from '../../../shared/kernel/clock.ts';
import type { TabSignIn } from '../guard.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { TabKeys, type TabKeyStore, type TabProof } from './tab-keys.ts';
import { tabTokenPrefix } from '../tab-token.ts';

const sessionLivesMs = 12 * 60 * 60_000;
const secretLength = 32;

export interface DashboardLinksOptions {
  /** What lasts is told by the elapsed time; what outlives the process by the time of day. */
  readonly clocks: { readonly elapsed: Clock; readonly ofDay: Clock };
  readonly store: TabKeyStore;
  /** Told the token of a tab, and until when it is good by the elapsed time. */
  readonly onToken: (token: string, signIn: TabSignIn) => void;
}

/** LOC-8: signs tabs in by the links of `coord open`, and again after this daemon was started anew. */
export class DashboardLinks {
  private readonly codes: OneTimeCodes;
  readonly keys: TabKeys;

  constructor(private readonly options: DashboardLinksOptions) {
    this.codes = new OneTimeCodes(options.clocks.elapsed);
    this.keys = new TabKeys(options.store, options.clocks);
  }

  /** A code for one use within a minute. */
  newCode(): string {
    return this.codes.make();
  }

  /** The token that a tab gets for its code; undefined for a code that was used, has ended or never was. */
  trade(code: string): string | undefined {
    return this.codes.use(code)
      ? this.newToken(randomText(secretLength), sessionLivesMs)
      : undefined;
  }

  /** Whether the page of this sign-in may come back with the key: false for what is no public key of the curve P-256. */
  keepKey(publicKey: string, { id, untilMs }: TabSignIn): boolean {
    const { elapsed, ofDay } = this.options.clocks;
    const leftMs = untilMs - elapsed.now();
    return this.keys.keep({ publicKey, signIn: id, untilMs: ofDay.now() + leftMs });
  }

  /** A new token for a page that was signed in before, until the end that its sign-in had; undefined without proof. */
  resume(proof: TabProof): string | undefined {
    const known = this.keys.proven(proof);
    if (known === undefined) return undefined;
    // A clock that was set back makes it last no longer than a new one.
    const leftMs = Math.min(known.untilMs - this.options.clocks.ofDay.now(), sessionLivesMs);
    return this.newToken(known.signIn, leftMs);
  }

  private newToken(id: string, livesMs: number): string {
    const token = tabTokenPrefix + randomText(secretLength);
    this.options.onToken(token, { id, untilMs: this.options.clocks.elapsed.now() + livesMs });
    return token;
  }
}
