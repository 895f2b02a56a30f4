import type { Tier } from '../../shared/contract/tiers.ts';
import type { RequestKey } from '../store/idempotency.ts';

/** The person behind a valid key. */
export interface Caller {
  readonly userId: string;
  readonly keyId: string;
  readonly name: string;
  readonly email: string;
  /** The most generous one of their workspaces (LIM-1). */
  readonly tier: Tier;
  readonly createdAt: number;
}

/** One request of a caller. */
export interface Call {
  readonly caller: Caller;
  /** Present when the client sent `Idempotency-Key`: the same request again gets the same answer and does nothing. */
  readonly request?: RequestKey | undefined;
  /** Where the request was sent, for answers that name an address: `https://coord.example.com`. */
  readonly address?: string | undefined;
}
