import type { Input, JsonOperationName, Operations, Output } from '../../shared/api/operations.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { Tier } from '../../shared/contract/tiers.ts';
import type { RequestKey } from '../store/idempotency.ts';

/** Operations that anyone may call have no caller. */
type CallOf<Name extends JsonOperationName> = Operations[Name]['access'] extends 'public'
  ? undefined
  : Call;

/** The answer and, where a bare array has more to come, the cursor that leads on (`X-Next-Cursor`). */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly nextCursor: string | undefined,
  ) {}
}

type Answer<Name extends JsonOperationName> =
  Output<Name> | Refusal | (Output<Name> extends readonly (infer Item)[] ? Page<Item> : never);

/** What a slice's service gives for each of its operations; the compiler misses the one that is missing. */
export type Handlers<Name extends JsonOperationName> = {
  readonly [N in Name]: (input: Input<N>, call: CallOf<N>) => Promise<Answer<N>> | Answer<N>;
};

/** Cuts `limit + 1` loaded rows into a page; `cursorOf` names a row for the next request. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  cursorOf: (row: T) => string,
): { readonly rows: readonly T[]; readonly nextCursor: string | undefined } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    nextCursor: last === undefined ? undefined : cursorOf(last),
  };
}

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
