/** A proxy that answers, and lets no WebSocket pass. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogFollower } from '../../daemon/relay-connection/log-follower.ts';
import { withoutSocket } from '../../daemon/relay-connection/without-socket.ts';
import { Sandbox, TestRelay } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';
import { DaemonProcess } from './daemon-process.ts';
import { LyingRelay } from './lying-relay.ts';

test('LNK-1: an answer in place of a WebSocket is told, but for a relay that starts or has too many connections', () => {
  for (const status of [200, 301, 400, 404])
    assert.match(withoutSocket(status) ?? '', `${status} where`);
  for (const status of [undefined, 429, 502, 503]) assert.is(withoutSocket(status), undefined);
});

test('LNK-1: the link says it, and the log once', async () => {
  const proxy = createServer((_request, response) => response.writeHead(400).end());
  proxy.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 400 No\r\nconnection: close\r\n\r\n'),
  );
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const said: string[] = [];
  const ignore = () => undefined;
  const follower = new LogFollower({
    upstream: { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, key: 'k' },
    workspaceId: 'ws_1',
    replica: { state: { seq: 0, seqAt: '' } },
    logger: { info: ignore, warn: (line: string) => said.push(line) },
    canResume: false,
    onFollowing: ignore,
    onCaughtUp: ignore,
    onLost: ignore,
    onApplied: ignore,
    onTurnedAway: ignore,
  } as unknown as ConstructorParameters<typeof LogFollower>[0]);
  follower.start();
  try {
    const problem = await eventually('the problem', () =>
      Promise.resolve(follower.state.kind === 'waiting' ? follower.state.problem : undefined),
    );
    assert.match(problem, 'status 400 where a WebSocket is asked for');
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(said, ['Cannot follow the relay: the relay answered with status 400']);
  } finally {
    follower.close();
    proxy.close();
    proxy.closeAllConnections();
  }
});

test('LNK-1: each agent is told once that others are not known, until the log is followed', async () => {
  const sandbox = new Sandbox();
  const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await relay.start();
  const { key } = await relay.join('Ana');
  const proxy = new LyingRelay(relay.url);
  proxy.lies = {
    upgrade: (socket) => {
      socket.end('HTTP/1.1 400 No\r\nconnection: close\r\n\r\n');
      return true;
    },
  };
  const url = await proxy.start();
  const place = { folder: sandbox.repository('ana'), home: sandbox.folder('home') };
  const daemon = await DaemonProcess.start(['--relay', url, '--key', key], place);
  const prompt = (session_id: string) =>
    daemon.hook('UserPromptSubmit', { session_id, prompt: 'Go on' });
  const told = /status 400 where a WebSocket is asked for[^]*may not be denied/;
  try {
    await daemon.until('the problem', ({ relay: link }) => !!link.problem);
    assert.match((await prompt('conv-1')).text, told);
    assert.not.match((await prompt('conv-1')).text, told);
    assert.match((await prompt('conv-2')).text, told);
    proxy.lies = {};
    await daemon.until('the link', ({ relay: link }) => link.state === 'live');
    assert.not.match((await prompt('conv-3')).text, told);
  } finally {
    await daemon.stop();
    proxy.close();
    await relay.stop();
    sandbox.remove();
  }
});

test.run();
