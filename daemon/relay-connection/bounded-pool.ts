import type { Dispatcher, Pool } from 'undici';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

const busy = refuse(
  'RateLimited',
  'This daemon has as many requests to its relay under way as it may have. This one was not sent: try again in a second.',
  { retry_after: 1 },
);

/**
 * A pool of connections that takes so many requests and no more (CON-4): undici bounds the connections, but lets any number
 * of requests wait for one.
 */
export class BoundedPool {
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
