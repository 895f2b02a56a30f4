/** LNK-6: what commands are about while the repository's daemon does not run. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, start, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('a daemon that is stopped');
withOwnRelay(test);

test('LNK-6: commands take the workspace that the repository belongs to', async ({ sandbox }) => {
  await run(['workspace', 'create', 'web'], sandbox);
  await json(['workspace', 'use', 'web'], sandbox);
  await json(['decide', 'Sessions are kept in Redis'], sandbox);
  const titles = async (...more: string[]) => {
    const { decisions } = await json<{ decisions: { title: string }[] }>(
      ['decisions', 'list', ...more],
      sandbox,
    );
    return decisions.map(({ title }) => title);
  };
  assert.equal(await titles(), ['Sessions are kept in Redis']);
  assert.equal(await titles('--workspace', 'shop'), []);
  const { workspace } = await json<{ workspace: { slug: string } }>(['status'], sandbox);
  assert.is(workspace.slug, 'web');
  const { out } = await run(['whoami'], sandbox);
  assert.match(out, /workspace +web, as owner/);
});

test('LNK-6: what belongs to the relay inside a daemon is recorded nowhere else', async ({
  sandbox,
  url,
  key,
}) => {
  await rm(join(sandbox.repository, '.git/coord/workspace'));
  await rm(join(sandbox.home, 'credentials.json'));
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  await daemon.line();
  await json(['decide', 'Kept by the daemon'], sandbox);
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
  await run(['login', '--relay', url], sandbox, { input: `${key}\n` });
  for (const words of [['decide', 'For nobody else'], ['decisions', 'list'], ['status']]) {
    const { code, err } = await run(words, sandbox);
    assert.is(code, 1, words.join(' '));
    assert.match(err, /workspace is kept by its own daemon.* Start it with: coord daemon/);
  }
  const named = ['decisions', 'list', '--workspace', 'shop'];
  assert.equal((await json<{ decisions: object[] }>(named, sandbox)).decisions, []);
  await json(['decisions', 'list'], sandbox, { environment: { COORD_RELAY: url } });
  const { out } = await run(['whoami'], sandbox);
  assert.match(out, 'shop (owner)');
});

test('CMD-6: a daemon knows whose agents are asked for, also while its relay is away', async ({
  sandbox,
  relay,
}) => {
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  await daemon.line();
  await json(['decisions', 'list'], sandbox);
  relay.stop();
  await relay.finished;
  const { user_id: id } = await json<{ user_id: string }>(['status', '--mine'], sandbox);
  daemon.stop();
  await daemon.finished;
  assert.match(id, /^[0-9a-z]/i);
});

test.run();
