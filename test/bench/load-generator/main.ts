import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { ResponseReader } from '../support/http.ts';
import type { HttpResponse } from '../support/http.ts';
import type { LoadOrder, LoadOutcome, LoadReport, Target } from '../support/load.ts';

process.once('message', async (order: LoadOrder) => {
  const report = await generate(order).then(
    (outcome): LoadReport => ({ outcome }),
    (error: unknown): LoadReport => ({ failure: String(error) }),
  );
  process.send?.(report, () => process.exit(0));
});

async function generate(load: LoadOrder): Promise<LoadOutcome> {
  const run = new Run(load);
  const dials = Array.from({ length: load.connections }, () => dial(load.target));
  const sockets = await Promise.all(dials);
  const startedAt = run.start();
  await Promise.all(sockets.map((socket, lane) => drive(socket, run, { lane, load })));
  return run.outcome(performance.now() - startedAt);
}

async function dial(target: Target): Promise<Socket> {
  const socket = 'port' in target ? connect(target) : connect(target.socketPath);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return socket;
}

/** One connection after the other, until the lane has nothing left to send. */
async function drive(first: Socket, run: Run, { lane, load }: Lane): Promise<void> {
  let index = lane;
  for (let socket = first; ; socket = await dial(load.target)) {
    index = await converse(socket, run, { index, step: load.connections });
    if (!run.has(index)) return;
  }
}

type Lane = { lane: number; load: LoadOrder };

/** Sends one request after the other while the connection lasts; answers the next index. */
function converse(
  socket: Socket,
  run: Run,
  { index: first, step }: { index: number; step: number },
): Promise<number> {
  const reader = new ResponseReader();
  let index = first;
  let sentAt = 0;
  let isWaiting = false;

  function send(): void {
    isWaiting = true;
    sentAt = performance.now();
    socket.write(run.request(index));
  }

  function receive(response: HttpResponse): void {
    if (response.status < 200) return;
    run.record(index, response, performance.now() - sentAt);
    isWaiting = false;
    index += step;
    if (response.closes || !run.has(index)) socket.destroy();
    else send();
  }

  return new Promise((resolve, reject) => {
    socket.on('data', (bytes) => {
      try {
        reader.push(bytes, receive);
      } catch (error) {
        reject(error);
      }
    });
    // A reset ends the connection like a close does, and 'close' follows it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (isWaiting) {
        run.miss();
        index += step;
      }
      resolve(index);
    });
    if (run.has(index)) send();
    else socket.destroy();
  });
}

/** The requests of a load and what came of them. */
class Run {
  readonly size: number;
  readonly #load: LoadOrder;
  readonly #requests: Buffer[];
  readonly #latenciesUs: number[] = [];
  readonly #statuses: Record<number, number> = {};
  readonly #bodies: string[] = [];
  #unanswered = 0;
  #endAt = Infinity;

  constructor(load: LoadOrder) {
    const { bytes } = load;
    this.#load = load;
    this.size = load.ends.length;
    this.#requests = load.ends.map((end, index) =>
      Buffer.from(bytes.subarray(index === 0 ? 0 : load.ends[index - 1], end)),
    );
  }

  start(): number {
    const startedAt = performance.now();
    if (this.#load.durationMs !== undefined) this.#endAt = startedAt + this.#load.durationMs;
    return startedAt;
  }

  has(index: number): boolean {
    if (this.#load.durationMs === undefined) return index < this.size;
    return performance.now() < this.#endAt;
  }

  request(index: number): Buffer {
    return this.#requests[index % this.size] ?? Buffer.alloc(0);
  }

  record(index: number, { status, body }: HttpResponse, latencyMs: number): void {
    this.#latenciesUs.push(latencyMs * 1000);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (this.#load.captureBodies && index < this.size) this.#bodies[index] = body.toString();
  }

  miss(): void {
    this.#unanswered += 1;
  }

  outcome(elapsedMs: number): LoadOutcome {
    return {
      seconds: elapsedMs / 1000,
      latenciesUs: Float64Array.from(this.#latenciesUs),
      statuses: this.#statuses,
      unanswered: this.#unanswered,
      bodies: this.#bodies,
    };
  }
}
