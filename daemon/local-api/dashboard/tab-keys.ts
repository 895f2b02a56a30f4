import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { dashboardProofText } from '../../../shared/dashboard/opening.ts';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { OneTimeCodes } from './one-time-codes.ts';

/** A page that is signed in, and may say so to the next process of this daemon. */
export interface TabKey {
  /** The public key of the page: P-256, DER (SPKI) as base64. */
  readonly publicKey: string;
  /** The sign-in by a link, which all tabs that came of it share. */
  readonly signIn: string;
  /** The end of that sign-in, in milliseconds since the Unix epoch. */
  readonly untilMs: number;
}

export interface TabKeyStore {
  tabKeys(): readonly TabKey[];
  saveTabKeys(keys: readonly TabKey[]): void;
}

/** What a page sends to be signed in again. */
export interface TabProof {
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
export class TabKeys {
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
    this.store.saveTabKeys([...others, key].slice(-mostKeys));
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
    this.store.saveTabKeys(this.good().filter((one) => one.signIn !== signIn));
  }

  private good(): readonly TabKey[] {
    const nowMs = this.clocks.ofDay.now();
    return this.store.tabKeys().filter(({ untilMs }) => untilMs > nowMs);
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
