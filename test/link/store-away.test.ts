/** A daemon whose relay answers, but cannot store anything. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import { ReportedAnswers } from '../../daemon/relay-connection/reported-answers.ts';
import type { Client } from '../../shared/api/client.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { Sandbox, TestRelay } from '../daemon/support.ts';
import { coord, DaemonProcess } from './daemon-process.ts';
import { LyingRelay, type Told } from './lying-relay.ts';

const test = suite<{ sandbox: Sandbox; relay: TestRelay; liar: LyingRelay }>(
  'a relay that cannot store anything',
);

test.before(async (scene) => {
  scene.sandbox = new Sandbox();
  scene.relay = new TestRelay(join(scene.sandbox.folder('relay'), 'relay.db'));
  await scene.relay.start();
  scene.liar = new LyingRelay(scene.relay.url);
});

test.after(async ({ liar, relay, sandbox }) => {
  liar.close();
  await relay.stop();
  sandbox.remove();
});

const message = 'The relay cannot store anything: its disk is full.';
const unable: Told = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'Unavailable', message }),
};

test('DUR-5: coord status and coord doctor say it until it can again', async (scene) => {
  const { sandbox, relay, liar } = scene;
  const url = await liar.start();
  const { key } = await relay.join('Ana');
  const place = { folder: sandbox.repository('shop'), home: sandbox.folder('home') };
  const words = ['--relay', url, '--key', key, '--workspace', 'team'];
  const daemon = await DaemonProcess.start(words, place);
  await daemon.until('the link', (status) => status.relay.state === 'live');
  await daemon.hook('SessionStart', { source: 'startup' });
  liar.lies = {
    answer: ({ method, path }) => (method === 'POST' || path === '/ready' ? unable : undefined),
  };
  await daemon.mayWrite();
  await daemon.until('the problem', (status) => status.relay.problem?.includes(message) === true);
  const shown = await coord(['status'], place);
  assert.match(shown.out, /relay failing/);
  assert.match(shown.out.replaceAll(/\s+/g, ' '), message);
  const found = await coord(['doctor'], place);
  assert.is(found.code, 1);
  assert.match(found.out, message);
  assert.match(found.out, 'Its operator has to see to that.');
  liar.lies = {};
  const { relay: link } = await daemon.until('its end', (status) => !status.relay.problem);
  assert.is(link.state, 'live');
  await daemon.stop();
});

test('DUR-5: a read or a refusal proves no store, a write and /ready do', async () => {
  const full = refuse('Unavailable', message);
  let next: Refusal | object = full;
  const client = { call: () => Promise.resolve(next) } as unknown as Client;
  const answers = new ReportedAnswers(silentLogger);
  const { call } = answers.reporting(client);
  const after = async (name: 'profile' | 'decide' | 'ready', answer: Refusal | object) => {
    next = answer;
    await call(name, {} as never);
    return answers.isStoreAway;
  };
  assert.is(await after('decide', full), true);
  assert.is(await after('profile', {}), true);
  assert.is(await after('decide', refuse('Conflict', 'There is one already.')), true);
  assert.is(await after('ready', {}), false);
  assert.is(await after('decide', full), true);
  assert.is(await after('decide', {}), false);
  const away = refuse('Unavailable', 'The service cannot be reached (ECONNREFUSED).');
  assert.is(await after('decide', away), false);
});

test.run();
