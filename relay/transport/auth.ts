import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { bearerOf } from '../../shared/node/http/bearer.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { endingCache, type EndingCache } from '../../shared/node/time/ending-cache.ts';
import { mostGenerous, type Tier } from '../../shared/contract/tiers.ts';
import { tiersOf } from '../usage/queries.ts';
import type { KeyUses } from '../keys/key-uses.ts';
import { userOfKey } from '../keys/queries.ts';
import { hashSecret } from '../keys/secret.ts';
import type { Database } from '../store/database.ts';
import type { Caller } from '../kernel/handlers.ts';

/** How long a key is accepted without asking the database; well within the five seconds of FED-4. */
const cacheTtlMs = 2_000;
const maxCached = 10_000;

/** Turns bearer keys into callers (ACC-1, ACC-4), with the tier that they have now (LIM-1). */
export class Authenticator {
  private readonly cache: EndingCache<Caller>;
  /** How often the cache was cleared. */
  private clearings = 0;

  constructor(
    private readonly database: Database,
    /** Of elapsed time. */
    clock: Clock,
    /** Of who is in no workspace. */
    private readonly defaultTier: Tier,
    private readonly uses: Pick<KeyUses, 'note'>,
  ) {
    this.cache = endingCache({ max: maxCached, ttlMs: cacheTtlMs, clock });
  }

  /** The caller of an `Authorization` header, or an Unauthorized refusal; at once for a key in the cache. */
  authenticate(header: string | undefined): Caller | Refusal | Promise<Caller | Refusal> {
    const secret = bearerOf(header);
    if (secret === undefined) {
      return refuse('Unauthorized', 'Send your API key as Authorization: Bearer <API key>.');
    }
    const caller = this.callerOf(secret);
    return caller instanceof Promise ? caller.then(orInvalid) : caller;
  }

  callerOf(secret: string): Caller | Promise<Caller | undefined> {
    const hash = hashSecret(secret);
    const known = this.cache.get(hash);
    if (known === undefined) return this.ask(hash);
    this.uses.note(known.keyId);
    return known;
  }

  /** To be called after a key was revoked. */
  clearCache(): void {
    this.clearings += 1;
    this.cache.clear();
  }

  private async ask(hash: string): Promise<Caller | undefined> {
    const { reader } = this.database;
    const { clearings } = this;
    const row = await userOfKey(reader, hash);
    this.cache.delete(hash);
    if (row === undefined) return undefined;
    const tier = mostGenerous(await tiersOf(reader, row.id)) ?? this.defaultTier;
    // What was read before a key was revoked may be of that key.
    if (clearings !== this.clearings) return this.ask(hash);
    this.uses.note(row.key_id);
    const caller: Caller = {
      userId: row.id,
      keyId: row.key_id,
      name: row.name,
      email: row.email,
      tier,
      createdAt: row.created_at,
    };
    this.cache.set(hash, caller);
    return caller;
  }
}

function orInvalid(caller: Caller | undefined): Caller | Refusal {
  return (
    caller ??
    refuse('Unauthorized', 'Invalid API key: unknown or revoked. Sign in with another one.')
  );
}
