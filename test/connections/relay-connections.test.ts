import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMcp } from '../../daemon/mcp/main.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { Sandbox, TestDaemon, TestRelay } from '../daemon/support.ts';
import { LineClient } from '../mcp/support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('connections from a daemon to its relay');

/** Stands in front of a relay, counts connections, and holds the requests that it is told to hold. */
class Gate {
  mostConnections = 0;
  readonly held: (() => void)[] = [];
  isHeld: (path: string) => boolean = () => false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((incoming, outgoing) => this.take(incoming, outgoing));

  constructor(private readonly relayPort: number) {
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      this.mostConnections = Math.max(this.mostConnections, this.sockets.size);
    });
    this.server.on('upgrade', (incoming, socket) => {
      const relay = connect(relayPort, '127.0.0.1');
      const head = incoming.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        `${incoming.method} ${incoming.url} HTTP/1.1\r\n`,
      );
      relay.write(`${head}\r\n`);
      relay.pipe(socket).pipe(relay);
      for (const end of [relay, socket])
        end.on('error', () => [relay, socket].map((one) => one.destroy()));
      socket.once('close', () => relay.destroy());
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  release(): void {
    this.isHeld = () => false;
    for (const go of this.held.splice(0)) go();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.isHeld(incoming.url ?? '')) this.held.push(() => this.pass(incoming, outgoing));
    else this.pass(incoming, outgoing);
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const passed = request(
      { host: '127.0.0.1', port: this.relayPort, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }
}

interface Place {
  readonly daemon: TestDaemon;
  readonly gate: Gate;
  readonly root: string;
  /** Of the daemon's user. */
  readonly key: string;
}

async function withDaemon(check: (place: Place) => Promise<void>): Promise<void> {
  const sandbox = new Sandbox();
  const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await relay.start();
  const ana = await relay.join('Ana');
  const gate = new Gate(Number(new URL(relay.url).port));
  const url = await gate.listen();
  const root = sandbox.repository('shop');
  const choice = { kind: 'remote', url, key: ana.key } as const;
  const daemon = await TestDaemon.start(root, sandbox.folder('home'), choice);
  await daemon.until('the relay', ({ relay: { state } }) => state === 'live');
  try {
    await check({ daemon, gate, root, key: ana.key });
  } finally {
    gate.release();
    await daemon.daemon.close();
    await gate.close();
    await relay.stop();
    sandbox.remove();
  }
}

/** One `coord mcp` in front of the daemon. */
function connectAgent({ daemon }: Place) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runMcp({
    input,
    output,
    graceMs: 0,
    conversationId: undefined,
    version: '1.2.3',
    findDaemon: async () => ({ socket: daemon.daemon.socket, token: daemon.token }),
  });
  const end = async () => {
    input.end();
    await done;
  };
  return { client: new LineClient(input, output), end };
}

const { toolCallsUnderWay, relayConnections, relayRequestsWaiting, ownConnections } =
  connectionLimits;
const taken = relayConnections + relayRequestsWaiting;
/** Hundreds of calls take their time on a machine that has other work. */
const busyMs = 30_000;
/** Enough to send more than the daemon takes, each with as many calls as it may have. */
const agentCount = Math.ceil(taken / toolCallsUnderWay) + 2;

test('CON-4 a burst of tool calls opens few connections, the rest waits, and what is beyond that is told when to try again', async () => {
  await withDaemon(async (place) => {
    const { gate } = place;
    gate.isHeld = (path) => path.includes('/tasks');
    const agents = Array.from({ length: agentCount }, () => connectAgent(place));
    const answers = agents.flatMap(({ client }) =>
      Array.from({ length: toolCallsUnderWay }, () =>
        client.request('tools/call', { name: 'task_list', arguments: {} }),
      ),
    );
    const refused: string[] = [];
    let answered = 0;
    for (const answer of answers) {
      void answer.then(({ result }) => {
        answered += 1;
        const text = result?.isError === true ? (result.content?.[0]?.text ?? '') : '';
        if (/^RateLimited: .*try again in a second/.test(text)) refused.push(text);
      });
    }
    const beyond = agentCount * toolCallsUnderWay - taken;
    const areRefused = async () => (refused.length >= beyond ? true : undefined);
    await eventually('the calls beyond the bound to be refused', areRefused, busyMs);
    const areUsed = async () => (gate.held.length >= relayConnections ? true : undefined);
    await eventually('every connection to be used', areUsed, busyMs);
    assert.ok(gate.mostConnections <= relayConnections + ownConnections + 1);
    gate.release();
    const areAnswered = async () => (answered === answers.length ? true : undefined);
    await eventually('the others to be answered', areAnswered, busyMs);
    for (const { end } of agents) await end();
  });
});

test('CON-4 the calls of a batch over HTTP with a key wait for a connection like the others', async () => {
  await withDaemon(async ({ daemon, key }) => {
    const batches = Array.from({ length: relayConnections + 4 }, () => learnInBatch(daemon, key));
    const results = (await Promise.all(batches)).flat();
    assert.equal(
      results.filter((text) => text !== 'done'),
      [],
    );
    assert.is(results.length, batches.length * callsInBatch);
  });
});

const callsInBatch = 10;

/** What each call of one batch came to: `done`, or what was said instead. */
async function learnInBatch({ daemon: { url } }: TestDaemon, key: string): Promise<string[]> {
  const batch = Array.from({ length: callsInBatch }, (_, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'learn', arguments: { insight: `fact ${id}` } },
  }));
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(batch),
  });
  const text = await response.text();
  if (response.status !== 200) return [text];
  const answers = JSON.parse(text) as { result: { isError?: true; content: { text: string }[] } }[];
  return answers.map(({ result }) =>
    result.isError === true ? (result.content[0]?.text ?? '') : 'done',
  );
}

test('CON-4 hooks reach the relay while every connection for tool calls is taken', async () => {
  await withDaemon(async (place) => {
    const { daemon, gate } = place;
    gate.isHeld = (path) => path.includes('/tasks');
    const agents = Array.from({ length: agentCount }, () => connectAgent(place));
    for (const { client } of agents) {
      for (let count = 0; count < toolCallsUnderWay; count += 1)
        void client.request('tools/call', { name: 'task_list', arguments: {} });
    }
    const areTaken = async () => (gate.held.length >= relayConnections ? true : undefined);
    await eventually('the connections to be taken', areTaken, busyMs);
    const told = await daemon.hook('sessionStart', 'working');
    assert.match(String(told['session_id']), /^sess_/, 'the relay itself opened the session');
    await daemon.edits('working', 'src/auth.ts', ['remembered: false', 'remembered: true']);
    const { outbox } = await daemon.status();
    assert.is(outbox, 0, 'the report of the write waits for nothing');
    gate.release();
    for (const { end } of agents) await end();
  });
});

test('CON-4 feeds that are read through a daemon take no connection from its other requests', async () => {
  await withDaemon(async ({ daemon }) => {
    const feed = `/workspaces/${daemon.workspaceId}/feed`;
    const opened = await Promise.all(
      Array.from({ length: connectionLimits.feedsThroughDaemon }, () => openFeed(daemon, feed)),
    );
    assert.ok(opened.every(({ status }) => status === 200));
    const beyond = await openFeed(daemon, feed);
    assert.is(beyond.status, 429);
    assert.is(beyond.retryAfter, '1');
    assert.is((await daemon.send('GET', '/users/profile')).status, 200);
    for (const { close } of [...opened, beyond]) close();
    await eventually('a place for another feed', async () => {
      const again = await openFeed(daemon, feed);
      again.close();
      return again.status === 200 ? true : undefined;
    });
  });
});

function openFeed({ daemon: { url }, token }: TestDaemon, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise<{ status: number; retryAfter: string | undefined; close: () => void }>(
    (resolve, reject) => {
      const asked = request(`${url}${path}`, { headers, agent: false }, (answer) => {
        answer.on('error', () => undefined);
        const { statusCode: status = 0, headers: told } = answer;
        resolve({ status, retryAfter: told['retry-after'], close: () => asked.destroy() });
      });
      asked.on('error', reject);
      asked.end();
    },
  );
}

test.run();
