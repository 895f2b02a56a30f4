import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { randomText } from '../../../shared/node/random-ids.ts';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { type TabSignIn, tabTokenPrefix } from '../guard.ts';
import { dashboardProofText } from '../../../shared/dashboard/opening.ts';

const sessionLivesMs = 12 * 60 * 60_000;
const secretLength = 32;

interface DashboardLinksOptions {
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

const codeLivesMs = 60_000;
const mostCodes = 100;

/** LOC-8: codes that nobody has used yet, by digest. They are in memory only. */
class OneTimeCodes {
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

/** A page that is signed in, and may say so to the next process of this daemon. */
export interface TabKey {
  /** The public key of the page: P-256, DER (SPKI) as base64. */
  readonly publicKey: string;
  /** The sign-in by a link, which all tabs that came of it share. */
  readonly signIn: string;
  /** The end of that sign-in, in milliseconds since the Unix epoch. */
  readonly untilMs: number;
}

interface TabKeyStore {
  readonly contents: { readonly tabKeys: readonly TabKey[] };
  save(name: 'tabKeys', keys: readonly TabKey[]): void;
}

/** What a page sends to be signed in again. */
interface TabProof {
  readonly publicKey: string;
  readonly challenge: string;
  /** By the private key over `dashboardProofText`, as base64. */
  readonly signature: string;
  /** Where the page comes from, by its browser. */
  readonly origin: string;
}

const mostKeys = 100;

/**
 * LOC-8: the public keys of the pages that `coord open` has signed in. A page holds the private key in its memory, so that what
 * it sends to whoever has the port while the daemon is away is of no use at the daemon that comes back.
 */
class TabKeys {
  private readonly challenges: OneTimeCodes;

  constructor(
    private readonly store: TabKeyStore,
    private readonly clocks: { readonly elapsed: Clock; readonly ofDay: Clock },
  ) {
    this.challenges = new OneTimeCodes(clocks.elapsed);
  }

  /** Whether it is a key that is taken. Of more than 100 pages the oldest is forgotten. */
  keep(key: TabKey): boolean {
    if (publicKeyOf(key.publicKey) === undefined) return false;
    const others = this.good().filter(({ publicKey }) => publicKey !== key.publicKey);
    this.store.save('tabKeys', [...others, key].slice(-mostKeys));
    return true;
  }

  newChallenge(): string {
    return this.challenges.make();
  }

  /** The page that the signature proves; undefined for another one, and after its end. */
  proven({ publicKey, challenge, signature, origin }: TabProof): TabKey | undefined {
    const isAsked = this.challenges.use(challenge);
    const known = this.good().find((one) => one.publicKey === publicKey);
    const key = known && publicKeyOf(known.publicKey);
    if (!isAsked || key === undefined) return undefined;
    const text = Buffer.from(dashboardProofText(origin, challenge));
    const form = { key, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', text, form, Buffer.from(signature, 'base64')) ? known : undefined;
  }

  /** Somebody has signed out: no tab of that sign-in comes back. */
  end(signIn: string): void {
    this.store.save(
      'tabKeys',
      this.good().filter((one) => one.signIn !== signIn),
    );
  }

  private good(): readonly TabKey[] {
    const nowMs = this.clocks.ofDay.now();
    return this.store.contents.tabKeys.filter(({ untilMs }) => untilMs > nowMs);
  }
}

/** Undefined for anything else than a public key of the curve P-256. */
function publicKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}
