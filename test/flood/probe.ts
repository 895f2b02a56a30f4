import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request, sent again and again, each time over a connection of its own, as a hook does. */
export interface Probed {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  /** Sent as the body of a POST; undefined sends a GET. */
  readonly body?: (count: number) => object;
}

const everyMs = 25;
/** A hook that has waited as long is lost. */
const patienceMs = 60_000;

/** Measures how long the request takes in the worst case until it is told to stop. */
export class Probe {
  private worst = 0;
  private failed = 0;
  private count = 0;
  private running = true;
  private readonly done: Promise<void>;

  constructor(private readonly probed: Probed) {
    this.done = this.run();
  }

  /** Forgets what was measured so far. */
  reset(): void {
    this.worst = 0;
    this.failed = 0;
  }

  /** The longest time in ms, and how many got no answer or a status of 400 and more. */
  get seen(): { readonly worstMs: number; readonly failed: number } {
    return { worstMs: this.worst, failed: this.failed };
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  private async run(): Promise<void> {
    while (this.running) {
      const started = performance.now();
      const status = await ask(this.probed, (this.count += 1)).catch(() => 0);
      this.worst = Math.max(this.worst, performance.now() - started);
      if (status === 0 || status >= 400) this.failed += 1;
      await sleep(everyMs);
    }
  }
}

function ask({ url, path, key, body }: Probed, count: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const sent = body === undefined ? undefined : JSON.stringify(body(count));
  const headers = {
    authorization: `Bearer ${key}`,
    ...(sent !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    }),
  };
  const method = sent === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false });
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    asked.end(sent);
  });
}
