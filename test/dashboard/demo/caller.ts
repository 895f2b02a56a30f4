import undici from 'undici';
import {
  createClient,
  type CallOptions,
  type Client,
  type Request,
} from '../../../shared/api/client.ts';
import type { JsonOperationName, Output } from '../../../shared/api/operations.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { timeoutSignal } from '../../../shared/node/time/system-clock.ts';

const connections = 16;
const timeoutMs = 60_000;

/** The typed client with somebody's key, for calls that must be done. */
export class Caller {
  constructor(
    private readonly client: Client,
    readonly key: string | undefined,
  ) {}

  /** Rejects with the relay's words when it refuses. */
  async call<Name extends JsonOperationName>(
    name: Name,
    input: Request<Name>,
    options: CallOptions = {},
  ): Promise<Output<Name>> {
    const answer = await this.client.call(name, input, { timeoutMs, ...options });
    if (isRefusal(answer)) throw new Error(`${name}: ${answer.error}: ${answer.message}`);
    return answer;
  }
}

/** Callers of one relay; they share its connections. */
export class Callers {
  private readonly pool: undici.Pool;

  constructor(url: string) {
    this.pool = new undici.Pool(url, { connections });
  }

  of(key: string | undefined): Caller {
    return new Caller(createClient({ dispatcher: this.pool, key, timeoutSignal }), key);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}
