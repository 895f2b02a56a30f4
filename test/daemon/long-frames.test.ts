/** HOK-1: a relay that tells very much at once, of one file, keeps no hook waiting. */
import { performance } from 'node:perf_hooks';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocketServer } from 'ws';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { ReplicaMessage } from '../../shared/replica/contract.ts';
import { NearbyNotifier } from '../../daemon/hooks/notices/nearby-notifier.ts';
import { LogFollower } from '../../daemon/relay-connection/log-follower.ts';
import { piecesOf } from '../../daemon/relay-connection/message-pieces.ts';
import type { Upstream } from '../../daemon/relay-connection/upstream.ts';
import { Replica } from '../../daemon/replica/replica.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('long frames');
const clock = new FakeClock();

/** So many sessions reserve one place each of one file. */
function reservations(count: number, symbols = 1): LogEvent[] {
  return Array.from({ length: count }, (_, at) => ({
    type: 'file_reserved',
    seq: at + 1,
    at: new Date(clock.now()).toISOString(),
    file: 'src/a.ts',
    by: 'Ana',
    symbols: Array.from({ length: symbols }, (_none, index) => `src/a.ts#f${at}_${index}`),
    session_id: `sess_${at}`,
    task: '',
    expires_at: new Date(clock.now() + 600_000).toISOString(),
    fresh: true,
  }));
}

function replica(): Replica {
  return new Replica(clock, undefined, { userId: 'usr_me', userName: 'Me' });
}

function message(events: readonly LogEvent[]): ReplicaMessage {
  return { kind: 'events', now: clock.now(), events };
}

/** How much more processor four times as many take; linear work takes 4 times as much, quadratic 16 times. */
function growth(work: (count: number) => unknown): number {
  work(500);
  return leastMs(9, () => cpuMsOf(() => work(8_000)) / cpuMsOf(() => work(2_000)));
}

test('HOK-1 four times as many reservations of one file take about four times as much work', () => {
  const times = growth((count) => replica().apply(message(reservations(count))));
  assert.ok(times < 9, `${times} times`);
});

test('HOK-1 so do those of a snapshot', () => {
  const full = (count: number) => ({
    kind: 'snapshot' as const,
    seq: 1,
    now: clock.now(),
    state: {
      workspace: { id: 'ws_1', slug: 'team', name: 'Team' },
      sessions: [],
      workstreams: [],
      reservations: Array.from({ length: count }, (_, at) => ({
        file_path: 'src/a.ts',
        symbol_ids: [`src/a.ts#f${at}`],
        user_id: 'usr_other',
        user_name: 'Ana',
        reserved_by: 'Ana',
        conversation_id: 'c',
        session_id: `sess_${at}`,
        agent_type: 'test',
        current_task: '',
        fence: at,
        expires_at: new Date(clock.now() + 600_000).toISOString(),
        minutes_remaining: 10,
      })),
    },
  });
  const times = growth((count) => replica().apply(full(count)));
  assert.ok(times < 9, `${times} times`);
});

test('HOK-1 and so does looking whether they are near to what agents here do', () => {
  const times = growth((count) => {
    const events = reservations(count);
    const known = replica();
    known.apply(message(events));
    new NearbyNotifier({ replica: known, notifications: { add() {} } }).onEvents(events);
  });
  assert.ok(times < 9, `${times} times`);
});

test('HOK-1 the pieces of a long frame have all its events in their order, and few symbols each', () => {
  const events = [...reservations(600), ...reservations(3, 500)];
  const pieces = piecesOf(message(events)).map((piece) =>
    piece.kind === 'events' ? piece.events : [],
  );
  assert.equal(pieces.flat(), events);
  assert.equal(
    pieces.map(({ length }) => length),
    [250, 250, 100, 1, 1, 1],
  );
  assert.is(piecesOf(message([])).length, 1);
});

test('HOK-1 FED-2 between the pieces the event loop turns, and what comes behind them waits', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const events = reservations(2_000);
  server.on('connection', (socket) => {
    socket.send(JSON.stringify(message(events.slice(0, 1_800))));
    socket.send(JSON.stringify(message(events.slice(1_800))));
  });
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  const applied: { turns: number; seqs: number[] }[] = [];
  const known = replica();
  const follower = new LogFollower({
    upstream: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'k',
    } as Upstream,
    workspaceId: 'ws_1',
    replica: known,
    logger: { info() {}, warn() {}, error() {} } as never,
    canResume: false,
    onFollowing() {},
    onCaughtUp() {},
    onLost() {},
    onTurnedAway() {},
    onApplied(one) {
      applied.push({ turns, seqs: one.kind === 'events' ? one.events.map(({ seq }) => seq) : [] });
      for (const endMs = performance.now() + 10; performance.now() < endMs;);
    },
  });
  turn();
  follower.start();
  try {
    await eventually('the last event', async () => known.state.seq === 2_000 || undefined);
  } finally {
    isOver = true;
    follower.close();
    server.close();
  }
  assert.equal(
    applied.flatMap(({ seqs }) => seqs),
    events.map(({ seq }) => seq),
  );
  const long = applied.slice(0, 8).map((one) => one.turns);
  // The first needs no time of a slice.
  assert.ok(new Set(long).size >= 7, `turns of the event loop: ${long.join(' ')}`);
});

test.run();
