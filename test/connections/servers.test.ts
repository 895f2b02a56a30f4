import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runRelay } from '../../relay/main.ts';
import { startRelay } from '../support/start-relay.ts';
import { relayConnectionLimits } from '../../relay/transport/connection-limits.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ConnectionLimits } from '../../shared/node/http/connections.ts';
import { openFilesLimit } from '../../shared/node/disk/open-files.ts';
import { Sandbox, TestDaemon } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';
import { Held, openOf } from './held.ts';

/** A server under limits that a test can reach, and a request of somebody whom it knows. */
interface Target {
  readonly port: number;
  /** Answered with 200; as often as one likes over one connection. */
  readonly knownRequest: string;
  stop(): Promise<void>;
}

type Start = (sandbox: Sandbox, connections: Partial<ConnectionLimits>) => Promise<Target>;

const requestOf = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;

const servers: Readonly<Record<string, Start>> = {
  relay: async (sandbox, connections) => {
    const database = join(sandbox.folder('relay'), 'relay.db');
    const relay = await startRelay({ host: '127.0.0.1', port: 0, database, connections });
    const person = { name: 'Ana', email: 'ana@example.com' };
    const made = await relay.bootstrap({ ...person, workspaceSlug: 'team', workspaceName: 'Team' });
    const knownRequest = requestOf('/users/profile', made.key);
    return { port: relay.port, knownRequest, stop: () => relay.close() };
  },
  daemon: async (sandbox, connections) => {
    const root = sandbox.repository('shop');
    const home = sandbox.folder('home');
    const { daemon, token } = await TestDaemon.start(root, home, undefined, { connections });
    const port = Number(new URL(daemon.url).port);
    return { port, knownRequest: requestOf('/status', token), stop: () => daemon.close() };
  },
};

const many = 300;
/** Where a time must not be what closes a connection. */
const patient = { silentMs: 60_000, headersMs: 60_000, bodyMs: 60_000 } as const;
const soon = { checkEveryMs: 20 } as const;
const halfHead = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n';
const halfBody =
  'POST /workspaces/sessions/hook HTTP/1.1\r\nhost: 127.0.0.1\r\n' +
  'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{';

for (const [name, start] of Object.entries(servers)) {
  const test = suite<{ sandbox: Sandbox }>(`connections to the ${name}`);
  test.before.each((context) => {
    context.sandbox = new Sandbox();
  });
  test.after.each(({ sandbox }) => sandbox.remove());

  const limited = (
    title: string,
    connections: Partial<ConnectionLimits>,
    run: (target: Target) => Promise<void>,
  ) =>
    test(title, async ({ sandbox }) => {
      const target = await start(sandbox, { ...soon, ...connections });
      await run(target).finally(() => target.stop());
    });

  limited(
    'CON-5 a connection that says nothing is closed, and one with a known key stays',
    { silentMs: 1_000 },
    async ({ port, knownRequest }) => {
      const member = await Held.open({ port });
      assert.is(await member.ask(knownRequest), 200);
      const visitor = await Held.open({ port });
      assert.is(await visitor.ask(halfHead + '\r\n'), 200);
      const silent = await Held.openMany(many, { port });
      for (const one of [visitor, ...silent]) await one.untilClosed();
      assert.ok(member.isOpen);
      assert.is(await member.ask(knownRequest), 200);
      member.close();
    },
  );

  limited(
    'CON-5 a connection whose headers do not end is closed, whoever speaks',
    { headersMs: 300, bodyMs: 30_000 },
    async ({ port, knownRequest }) => {
      const member = await Held.open({ port });
      assert.is(await member.ask(knownRequest), 200);
      member.write(halfHead);
      const slow = await Held.openMany(many, { port, bytes: halfHead, drop: 'x-slow: yes\r\n' });
      for (const one of [member, ...slow]) await one.untilClosed();
    },
  );

  limited(
    'CON-5 a connection whose body does not end is closed',
    { headersMs: 300, bodyMs: 600 },
    async ({ port, knownRequest }) => {
      const slow = await Held.openMany(many, { port, bytes: halfBody, drop: ' ' });
      const member = await Held.open({ port });
      assert.is(await member.ask(knownRequest), 200);
      for (const one of slow) await one.untilClosed();
      assert.ok(member.isOpen);
      member.close();
    },
  );

  limited(
    'ANS-1 what does not arrive is answered once, with what to do',
    { headersMs: 300, bodyMs: 600 },
    async ({ port, knownRequest }) => {
      const [key = ''] = /^authorization: .*$/m.exec(knownRequest) ?? [];
      for (const [length, status] of [
        [100, 503],
        [1e11, name === 'relay' ? 413 : 503],
      ]) {
        const bytes = halfBody.replace(
          /content-length: \d+/,
          `content-length: ${length}\r\n${key.trim()}`,
        );
        const slow = await Held.open({ port, bytes });
        await slow.untilClosed();
        assert.equal(
          [...slow.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one)),
          [status],
        );
        if (status === 503) assert.match(slow.text, 'took too long to arrive. Send it again.');
      }
      const long = await Held.open({ port, bytes: `GET / HTTP/1.1\r\nx: ${'y'.repeat(1e5)}\r\n` });
      await long.untilClosed();
      assert.match(long.text, /^HTTP\/1\.1 413 [^]*The header of the request is too large/);
    },
  );

  limited(
    'CON-6 while one address floods the server only the oldest without a key are closed, and a member gets in',
    { ...patient, perAddress: 64 },
    async ({ port, knownRequest }) => {
      const member = await Held.open({ port });
      assert.is(await member.ask(knownRequest), 200);
      const flood = await Held.openMany(many, { port });
      await eventually('the oldest to be closed', async () =>
        openOf(flood) <= 63 ? true : undefined,
      );
      assert.is(openOf(flood.slice(-63)), 63, 'the newest are open');
      const newcomer = await Held.open({ port });
      assert.is(await newcomer.ask(knownRequest), 200);
      assert.is(await member.ask(knownRequest), 200);
      for (const one of [member, newcomer, ...flood]) one.close();
    },
  );

  limited(
    'CON-6 the flood of one address closes nothing of another',
    { ...patient, perAddress: 64 },
    async ({ port }) => {
      const neighbour = await Held.open({ port, from: '127.0.0.3' });
      const flood = await Held.openMany(many, { port, from: '127.0.0.2' });
      await eventually('the oldest to be closed', async () =>
        openOf(flood) <= 64 ? true : undefined,
      );
      assert.ok(neighbour.isOpen);
      for (const one of [neighbour, ...flood]) one.close();
    },
  );

  limited(
    'CON-6 in all there is a bound, and a member gets in while it is reached',
    { ...patient, inAll: 64 },
    async ({ port, knownRequest }) => {
      const flood = await Held.openMany(many, { port });
      await eventually('the oldest to be closed', async () =>
        openOf(flood) <= 64 ? true : undefined,
      );
      const newcomer = await Held.open({ port, from: '127.0.0.2' });
      assert.is(await newcomer.ask(knownRequest), 200);
      for (const one of [newcomer, ...flood]) one.close();
    },
  );

  for (const [what, limits, status] of [
    ['one address', { perAddress: 16 }, 429],
    ['one key', { perKey: 14 }, 429],
    ['everybody', { inAll: 16 }, 503],
  ] as const) {
    limited(
      `CON-6 too many connections of ${what} with a key are told when to come back, and the others go on`,
      { ...patient, ...limits },
      async ({ port, knownRequest }) => {
        const members = await Held.openMany(14, { port });
        for (const member of members) assert.is(await member.ask(knownRequest), 200);
        const beyond = await Held.open({ port });
        assert.is(await beyond.ask(knownRequest), status);
        assert.match(beyond.text, /retry-after: \d/i);
        for (const member of members) assert.is(await member.ask(knownRequest), 200);
        members[0]?.close();
        await eventually('a place', async () =>
          (await beyond.ask(knownRequest)) === 200 ? true : undefined,
        );
        for (const one of [beyond, ...members]) one.close();
      },
    );
  }

  limited(
    'CON-6 a team of fifty with five agents each has room behind one address',
    {},
    async ({ port, knownRequest }) => {
      const count = name === 'relay' ? 1_000 : 300;
      const members = await Promise.all(Array.from({ length: count }, () => Held.open({ port })));
      const statuses = await Promise.all(members.map((member) => member.ask(knownRequest)));
      assert.is(statuses.filter((status) => status === 200).length, count);
      for (const member of members) member.close();
    },
  );

  test.run();
}

const test = suite('the bound on all connections');

test('CON-6 a relay holds fewer connections than its process may have files open', () => {
  const module = new URL('../../relay/transport/connection-limits.ts', import.meta.url).href;
  const script = `import('${module}').then((it) => console.log(it.relayConnectionLimits().inAll))`;
  const loader = import.meta.resolve('tsx');
  const args = ['-c', 'ulimit -n 200; exec "$@"', 'sh', process.execPath, '--import', loader];
  const inAll = Number(execFileSync('sh', [...args, '-e', script]).toString());
  assert.is(inAll, 150);
});

test('CON-6 a setting raises the number for one address, where all come through a proxy', async () => {
  const sandbox = new Sandbox();
  const startWith = (count: string) =>
    runRelay({
      host: '127.0.0.1',
      port: 0,
      data: sandbox.folder('relay'),
      environment: { COORD_CONNECTIONS_PER_ADDRESS: count },
      onError: () => undefined,
    });
  for (const wrong of ['many', '0', '-1', '1.5']) {
    const refused = await startWith(wrong);
    assert.ok(isRefusal(refused));
    assert.match(refused.message, 'COORD_CONNECTIONS_PER_ADDRESS must be a whole number above 0');
  }
  const relay = await startWith('9000');
  if (isRefusal(relay)) throw new Error(relay.message);
  await relay.close();
  sandbox.remove();
  const limits = relayConnectionLimits({ perAddress: 9_000 });
  assert.is(limits.perAddress, 9_000);
  assert.ok(limits.inAll >= Math.min(9_000, Math.floor((openFilesLimit() * 3) / 4)));
});

test.run();
