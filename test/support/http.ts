import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

/** One HTTP answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON; undefined when it is none. */
  readonly body: unknown;
}

export interface Sending {
  readonly method: string;
  /** Sent as it is: nothing is encoded or resolved. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** A request with its answer; no headers, because they carry keys. */
interface Exchange {
  readonly asked: string;
  readonly answered: string;
}

const exchanges: Exchange[] = [];
const maxExchanges = 3;
const maxShown = 1_200;

/** The last requests with their answers, for the report of a test that failed. Empties the list. */
export function takeExchanges(): string {
  return exchanges
    .splice(0)
    .map(({ asked, answered }) => `  > ${asked}\n  < ${answered}`)
    .join('\n');
}

function keepExchange({ method, path, body }: Sending, status: number, text: string): void {
  // The harness asks by itself how far a daemon is.
  if (path === '/status') return;
  const asked = `${method} ${path} ${body?.toString().slice(0, maxShown) ?? ''}`;
  exchanges.push({ asked, answered: `${status} ${text.slice(0, maxShown)}` });
  if (exchanges.length > maxExchanges) exchanges.shift();
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads the whole answer. */
export function send(url: string, sending: Sending): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method, path, headers, body } = sending;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: { ...headers }, agent });
    // Node says no length by itself where the method usually has no body.
    if (body !== undefined && outgoing.getHeader('transfer-encoding') === undefined) {
      outgoing.setHeader('content-length', Buffer.byteLength(body));
    }
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode = 0, headers: answered } = incoming;
        keepExchange(sending, statusCode, text);
        resolve({ status: statusCode, headers: answered, text, body: parsed(text) });
      });
    });
    outgoing.end(body);
  });
}

/** Closes the connections that are kept for the next request. */
export function forgetConnections(): void {
  agent.destroy();
}

/** Writes bytes to the server as they are and answers everything that comes back until the connection ends. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', done);
    socket.on('error', (error) => {
      if ('code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))) done();
      else reject(error);
    });
    socket.write(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
