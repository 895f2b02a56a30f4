import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Sandbox, TestRelay, type Account } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';
import { DaemonProcess } from './daemon-process.ts';
import { LyingRelay } from './lying-relay.ts';

interface Scene {
  sandbox: Sandbox;
  relay: TestRelay;
  liar: LyingRelay;
  ana: Account;
  daemon: DaemonProcess;
}

const test = suite<Scene>('the link to a relay that lies');
const followAgainMs = 5_000;

test.before(async (scene) => {
  scene.sandbox = new Sandbox();
  scene.relay = new TestRelay(join(scene.sandbox.folder('relay'), 'relay.db'));
  await scene.relay.start();
  scene.ana = await scene.relay.join('Ana');
  scene.liar = new LyingRelay(scene.relay.url);
  const url = await scene.liar.start();
  const place = { folder: scene.sandbox.repository('shop'), home: scene.sandbox.folder('home') };
  const args = ['--relay', url, '--key', scene.ana.key];
  scene.daemon = await DaemonProcess.start(args, place);
  await live(scene);
  await scene.daemon.hook('SessionStart', { source: 'startup' });
});

test.after(async ({ daemon, liar, relay, sandbox }) => {
  await daemon.stop();
  liar.close();
  await relay.stop();
  sandbox.remove();
});

function live({ daemon }: Scene) {
  return daemon.until('the link to be live', ({ relay }) => relay.state === 'live');
}

/** Sends the frame to the daemon, then only the truth, and waits until the log is followed again. */
async function survives(scene: Scene, frame: string | Buffer): Promise<void> {
  const { liar, daemon } = scene;
  const before = liar.asked.length;
  for (const socket of liar.followers) socket.send(frame);
  const started = performance.now();
  await eventually('the daemon to connect again', async () => {
    if (daemon.ended !== undefined) throw new Error(`it ended: ${daemon.log.slice(-600)}`);
    return liar.asked.slice(before).some((one) => one.startsWith('UPGRADE')) || undefined;
  });
  const { ms } = await daemon.mayWrite();
  assert.ok(ms < 2_000, `a hook is answered, after ${ms} ms`);
  await live(scene);
  assert.ok(performance.now() - started < followAgainMs, 'followed again within five seconds');
}

const at = '2026-01-01T00:00:00.000Z';
const nonsense: readonly (string | Buffer)[] = [
  'null',
  'true',
  '"text"',
  '[]',
  '{}',
  '',
  '{"kind":"snapshot","seq":1,"now":1}',
  '{"kind":"snapshot","seq":1,"now":1,"state":null}',
  '{"kind":"events","now":1,"events":null}',
  '{"kind":"events","now":1,"events":[null]}',
  '{"kind":"events","now":1,"events":[{}]}',
  `{"kind":"events","now":1,"events":[{"seq":"9","at":"${at}","type":"file_reserved"}]}`,
  `{"kind":"events","now":1,"events":[{"seq":9,"at":"${at}","type":"file_reserved"}]}`,
  `{"kind":"events","now":1,"events":[{"seq":9,"at":"long ago","type":"x"}]}`,
  '{"kind":"__proto__","now":1}',
  '{"kind":"constructor","now":1}',
  '{"kind":"heartbeat","now":1e300,"seq":1}',
  '{"kind":"heartbeat","now":null,"seq":1}',
  Buffer.from([0xff, 0x00, 0xc3, 0x28]),
  `{"kind":"heartbeat","now":1,"seq":1,"more":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
];

test('LNK-1: a frame that is no message closes the link, and the log is followed again', async (scene) => {
  for (const frame of nonsense) await survives(scene, frame);
});

test('LNK-1: what is wrong with the link is logged once, and status says it meanwhile', async (scene) => {
  const { liar, daemon } = scene;
  const logged = daemon.log.length;
  liar.lies = { frame: () => ['{"kind":"heartbeat"}'] };
  for (const socket of liar.followers) socket.terminate();
  const { relay } = await daemon.until('a problem', ({ relay }) => relay.problem !== undefined);
  assert.match(relay.problem ?? '', /something that is no message of coord/);
  const before = liar.asked.length;
  await eventually('three more tries', async () => liar.asked.length >= before + 3 || undefined);
  liar.lies = {};
  await live(scene);
  assert.is(daemon.log.slice(logged).split('no message of coord').length, 2, 'once');
  assert.is((await daemon.status()).relay.problem, undefined);
});

test('LNK-4: after a forged seq, a seq that jumps back and a clock that is none, the log is followed again', async (scene) => {
  const { ana } = scene;
  const state = { workspace: { id: ana.workspaceId, slug: 'team', name: 'Team' } };
  const empty = { ...state, sessions: [], reservations: [], workstreams: [] };
  const snapshot = (seq: string) =>
    `{"kind":"snapshot","seq":${seq},"now":${Date.now()},"state":${JSON.stringify(empty)}}`;
  const event = (seq: string) =>
    `{"kind":"events","now":${Date.now()},"events":[{"seq":${seq},"at":"${at}","type":"x"}]}`;
  const huge = '1152921504606846976';
  for (const frame of [snapshot(huge), event(huge), snapshot('-1'), event('1.5')])
    await survives(scene, frame);
  // What can be true is believed until the relay says otherwise.
  const { daemon, liar } = scene;
  for (const socket of liar.followers) socket.send(snapshot('9000000000000000'));
  for (const socket of liar.followers) socket.terminate();
  const before = liar.asked.length;
  await eventually('a new snapshot to be asked for', async () => {
    const asked = liar.asked.slice(before);
    return asked.some((one) => /UPGRADE .*replica$/.test(one)) || undefined;
  });
  await live(scene);
  await survives(scene, `{"kind":"heartbeat","now":${Date.now()},"seq":0}`);
  assert.is(daemon.ended, undefined);
});

test('LNK-2: what a later relay adds is passed over, and counts', async (scene) => {
  const { liar, daemon, ana } = scene;
  liar.lies = {
    frame(honest) {
      const message = JSON.parse(honest) as { events?: { type: string }[] };
      const events = message.events?.map((event) => ({ ...event, type: 'moon_landed' }));
      return [JSON.stringify({ ...message, ...(events && { events }), moon: { phase: 'full' } })];
    },
  };
  const before = liar.asked.length;
  await fetch(`${scene.relay.url}/workspaces/${ana.workspaceId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ana.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Team of the moon' }),
  });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assert.is((await daemon.status()).relay.state, 'live');
  assert.equal(
    liar.asked.slice(before).filter((one) => one.startsWith('UPGRADE')),
    [],
  );
  liar.lies = {};
});

test.run();
