import { timeoutSignal } from '../../shared/node/timeout-signal.ts';
import type { Pool } from 'undici';
import type { Client } from '../../shared/api/client.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** How this daemon reaches its relay, wherever that runs. */
export interface Upstream {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly client: Client;
  readonly pool: Pool;
  /** Goes before every path when the relay is not at the root of its origin. */
  readonly basePath: string;
  /** A client with somebody else's key. */
  clientFor(key: string): Client;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;

/** Connects lazily; kept-alive connections are shared by everything that the daemon asks the relay. */
export async function openUpstream(address: string, key: string): Promise<Upstream> {
  const [{ Pool }, { createClient }] = await Promise.all([
    import('undici'),
    import('../../shared/api/client.ts'),
  ]);
  const url = new URL(address);
  const basePath = url.pathname.replace(/\/+$/, '');
  const pool = new Pool(url.origin, { connect: { timeout: connectTimeoutMs } });
  const clientFor = (secret: string) =>
    createClient({ dispatcher: pool, key: secret, basePath, timeoutSignal });
  return {
    url: url.origin + basePath,
    key,
    client: clientFor(key),
    pool,
    basePath,
    clientFor,
    close: () => pool.destroy(),
  };
}

/** Whose key it is, asked of the relay; undefined for a bad one. */
export async function userOfKey(
  upstream: Upstream | undefined,
  key: string,
): Promise<string | Refusal | undefined> {
  if (upstream === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
  const answer = await upstream.clientFor(key).call('validateKey', {});
  if (isRefusal(answer)) return answer;
  return answer.valid ? answer.user_id : undefined;
}
