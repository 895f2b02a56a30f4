/**
 * One flooding process of `npm run flood`: opens connections on loopback, holds them as its order says, and prints what
 * became of them. Node raises its own limit of open files to what the system allows.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodKind, FloodOrder, FloodResult } from './floods.ts';
import { median } from '../bench/support/statistics.ts';

/** How many are being opened at the same time. */
const atOnce = 1_000;
const drippingEveryMs = 2_000;
const saidByFollowers = 10_240;

interface Held {
  readonly socket: Socket;
  readonly openedMs: number;
  cutMs: number | undefined;
}

const order = JSON.parse(process.argv[2] ?? '{}') as FloodOrder;
const held = new Set<Held>();
const pending = new Set<Promise<void>>();

const firstBytes: Readonly<Record<FloodKind, string>> = {
  idle: '',
  'slow headers': 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n',
  'slow bodies':
    'POST /workspaces/sessions/hook HTTP/1.1\r\nhost: 127.0.0.1\r\n' +
    'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
  'talking followers': `GET ${order.feedPath} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${order.key}\r\n\r\n`,
};

const drops: Readonly<Partial<Record<FloodKind, string>>> = {
  'slow headers': 'x-slow: yes\r\n',
  'slow bodies': ' ',
};

for (let count = 0; count < order.connections; count += 1) {
  const opening = open(order).finally(() => pending.delete(opening));
  pending.add(opening);
  if (pending.size >= atOnce) await Promise.race(pending);
}
await Promise.all(pending);
const dripping = setInterval(dripAll, drippingEveryMs);
const deadline = performance.now() + order.patienceMs;
while (performance.now() < deadline && stillOpen() > 0) await sleep(100);
clearInterval(dripping);
console.log(JSON.stringify(result()));
process.exit(0);

function open({ kind, port }: FloodOrder): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const one: Held = { socket, openedMs: performance.now(), cutMs: undefined };
    const isLetIn = () => held.add(Object.assign(one, { openedMs: performance.now() }));
    socket.once('close', () => {
      one.cutMs = performance.now();
      resolve();
    });
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      socket.write(firstBytes[kind]);
      if (kind !== 'talking followers') {
        isLetIn();
        resolve();
      }
    });
    socket.on('data', (chunk: Buffer) => {
      if (held.has(one) || kind !== 'talking followers') return;
      if (!chunk.toString('latin1').startsWith('HTTP/1.1 200')) return void socket.destroy();
      isLetIn();
      socket.write(`GET /health HTTP/1.1\r\nx-said: ${'a'.repeat(saidByFollowers)}`);
      resolve();
    });
  });
}

function dripAll(): void {
  const drop = drops[order.kind];
  if (drop === undefined) return;
  for (const { socket, cutMs } of held) if (cutMs === undefined) socket.write(drop);
}

function stillOpen(): number {
  return Array.from(held).filter(({ cutMs }) => cutMs === undefined).length;
}

function result(): FloodResult {
  const cutAfter = Array.from(held, ({ cutMs, openedMs }) => cutMs && cutMs - openedMs)
    .filter((ms) => ms !== undefined)
    .sort((one, other) => one - other);
  return {
    opened: held.size,
    cut: cutAfter.length,
    medianCutMs: median(cutAfter) || 0,
    lastCutMs: cutAfter.at(-1) ?? 0,
  };
}
