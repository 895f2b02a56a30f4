import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quantile } from './statistics.ts';

/** Where a server listens: a TCP port, or the path of a Unix socket. */
export type Target = { host: string; port: number } | { socketPath: string };

export type Load = {
  target: Target;
  /** Kept alive, each with one request under way; 1 measures latency without any queueing. */
  connections: number;
  /** Whole requests (see `serialiseRequest`); number i goes out on connection i modulo their count. */
  requests: readonly Buffer[];
  /** Starts over at the first request until this time has passed; without it, each is sent once. */
  durationMs?: number;
  /** Keeps the body of the answer to each request; only for loads without a duration. */
  captureBodies?: boolean;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  requestsPerSecond: number;
  p50Us: number;
  p99Us: number;
  /** How often each HTTP status came. */
  statuses: Record<number, number>;
  /** Requests whose connection closed before they were answered. */
  unanswered: number;
  /** By the index of the request; empty unless captured. */
  bodies: string[];
};

/** What the generator is given: the requests end to end, and where each one ends. */
export type LoadOrder = Omit<Load, 'requests'> & { bytes: Uint8Array; ends: number[] };

/** What it reports: one latency in microseconds for each answer, in order of arrival. */
export type LoadOutcome = Pick<LoadResult, 'seconds' | 'statuses' | 'unanswered' | 'bodies'> & {
  latenciesUs: Float64Array;
};

/**
 * Sends the requests from a process of its own, as fast as the answers come (a closed loop).
 * Connecting is not measured. Rejects when the server cannot be reached or does not speak HTTP/1.1.
 */
export async function runLoad({ requests, ...load }: Load): Promise<LoadResult> {
  if (requests.length === 0) throw new Error('a load needs requests');
  const { latenciesUs, ...outcome } = await workOff({ ...load, ...pack(requests) });
  return {
    ...outcome,
    requests: latenciesUs.length,
    requestsPerSecond: latenciesUs.length / outcome.seconds,
    p50Us: quantile(latenciesUs, 0.5),
    p99Us: quantile(latenciesUs, 0.99),
  };
}

/** Throws unless every request was answered with one of the `expected` statuses. */
export function requireStatuses(result: LoadResult, expected: readonly number[]): LoadResult {
  const odd = Object.keys(result.statuses).filter((status) => !expected.includes(Number(status)));
  if (odd.length === 0 && result.unanswered === 0) return result;
  const counts = JSON.stringify(result.statuses);
  throw new Error(`expected ${expected.join()}, got ${counts}, ${result.unanswered} unanswered`);
}

function pack(requests: readonly Buffer[]): Pick<LoadOrder, 'bytes' | 'ends'> {
  let size = 0;
  const ends = requests.map((request) => (size += request.length));
  return { bytes: Buffer.concat(requests), ends };
}

const generator = fileURLToPath(new URL('../load-generator/main.ts', import.meta.url));

/** Report or failure, as one message from the generator. */
export type LoadReport = { outcome: LoadOutcome } | { failure: string };

async function workOff(order: LoadOrder): Promise<LoadOutcome> {
  const child = fork(generator, {
    serialization: 'advanced',
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  const report = new Promise<LoadReport>((resolve, reject) => {
    child.once('message', (message: LoadReport) => resolve(message));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  });
  child.send(order);
  const exited = once(child, 'exit');
  const result = await report;
  await exited;
  if ('failure' in result) throw new Error(result.failure);
  return result.outcome;
}
