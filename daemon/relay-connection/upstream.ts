import { timeoutSignal } from '../../shared/node/time/system-clock.ts';
import { basePathOf } from '../../shared/api/base-path.ts';
import type { Client } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Dispatcher, Pool } from 'undici';

/** How this daemon reaches its relay, wherever that runs. */
export interface Upstream {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** For what agents and people ask for. */
  readonly client: Client;
  /** For hooks and what else the daemon does itself, which wait for nobody's requests (CON-4). */
  readonly ownClient: Client;
  /** For requests that are passed on as they are. */
  readonly pool: BoundedPool;
  /** For answers without an end. */
  readonly streams: BoundedPool;
  /** Goes before every path when the relay is not at the root of its origin. */
  readonly basePath: string;
  /** Why the relay lets nobody in with the key; undefined while it does (LNK-5). */
  refusal(): Refusal | undefined;
  /** A client with another key of the daemon's user, for what agents and people ask for like `client`. */
  clientFor(key: string): Client;
  /** Whether the relay knows a key, and whose it is; anybody's key. */
  askAboutKey(key: string): Promise<Output<'validateKey'> | Refusal>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const maxHeaderBytes = 65_536;

/** Connects lazily; kept-alive connections are shared by everything of one kind that the daemon asks the relay. */
export async function openUpstream(address: string, key: string): Promise<Upstream> {
  const [{ Pool }, { createClient }] = await Promise.all([
    import('./request-pool.ts'),
    import('../../shared/api/client.ts'),
  ]);
  const url = new URL(address);
  const basePath = basePathOf(url);
  const connect = { timeout: connectTimeoutMs };
  const maxHeaderSize = maxHeaderBytes;
  const poolOf = (connections: number) =>
    new Pool(url.origin, { connections, connect, maxHeaderSize });
  const limits = connectionLimits;
  const general = poolOf(limits.relayConnections);
  const own = poolOf(limits.ownConnections);
  const feeds = poolOf(limits.feedsThroughDaemon);
  const pool = new BoundedPool(general, limits.relayConnections + limits.relayRequestsWaiting);
  const ownPool = new BoundedPool(own, limits.ownConnections + limits.ownRequestsWaiting);
  // Anybody on this machine can make the daemon ask about a key.
  const keys = new BoundedPool(general, limits.keysAskedAbout);
  const clientOf = (dispatcher: BoundedPool, secret: string) =>
    createClient({ dispatcher, key: secret, basePath, timeoutSignal });
  return {
    url: url.origin + basePath,
    key,
    client: clientOf(pool, key),
    ownClient: clientOf(ownPool, key),
    pool,
    streams: new BoundedPool(feeds, limits.feedsThroughDaemon),
    basePath,
    refusal: () => undefined,
    clientFor: (secret) => clientOf(pool, secret),
    askAboutKey: (secret) => clientOf(keys, secret).call('validateKey', {}),
    close: async () => void (await Promise.all([general, own, feeds].map((one) => one.destroy()))),
  };
}

/** Whose key it is, asked of the relay; undefined for a bad one. */
export async function userOfKey(
  upstream: Upstream | undefined,
  key: string,
): Promise<string | Refusal | undefined> {
  if (upstream === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
  const answer = await upstream.askAboutKey(key);
  if (isRefusal(answer)) return answer;
  return answer.valid ? answer.user_id : undefined;
}

const busy = refuse(
  'RateLimited',
  'This daemon has as many requests to its relay under way as it may have. This one was not sent: try again in a second.',
  { retry_after: 1 },
);

/**
 * A pool of connections that takes so many requests and no more (CON-4): undici bounds the connections, but lets any number
 * of requests wait for one.
 */
class BoundedPool {
  private underWay = 0;

  constructor(
    private readonly pool: Pool,
    /** Those that have a connection, and those that wait for one. */
    private readonly maxUnderWay: number,
  ) {}

  /** Rejects when the relay cannot be reached; refused (RateLimited) when too many are under way. */
  async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData | Refusal> {
    if (this.underWay >= this.maxUnderWay) return busy;
    this.underWay += 1;
    try {
      const response = await this.pool.request(options);
      // The connection is taken until the whole answer was read.
      response.body.once('close', () => (this.underWay -= 1));
      return response;
    } catch (error) {
      this.underWay -= 1;
      throw error;
    }
  }
}
