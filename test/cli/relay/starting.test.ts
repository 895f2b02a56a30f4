/** A relay starts, or says why not, and users are made on its store. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { run, start } from '../support.ts';
import { relaySuite } from './support.ts';

const test = relaySuite('starting');

test('a user is made on the store, the key is printed alone on stdout, and not twice', async ({
  sandbox,
}) => {
  const args = ['relay', 'user', 'add', '--email', 'bo@example.com', '--name', 'Bo'];
  const made = await run(args, sandbox);
  assert.is(made.code, 0);
  assert.match(made.out, /^coord_\w+\n$/);
  assert.match(made.err, 'bo@example.com');
  assert.match(made.err, 'coord login --relay URL, with the address of this relay');
  const again = await run(args, sandbox);
  assert.is(again.code, 1);
  assert.match(again.err, 'already');
});

test('a taken port is refused with what to do', async ({ sandbox, url }) => {
  const { code, err } = await run(['relay', '--port', new URL(url).port], sandbox);
  assert.is(code, 1);
  assert.match(err, '--port');
});

test('a second relay on the same database is refused with what to do, and the first goes on', async (context) => {
  const { sandbox, url } = context;
  const { code, err } = await run(['relay', '--port', '0'], sandbox);
  assert.is(code, 1);
  assert.match(err, '--data');
  assert.is((await fetch(url)).status, 200);
  context.relay.stop();
  assert.is((await context.relay.finished).code, 0);
  context.relay = start(['relay', '--port', '0', '--json'], sandbox);
  assert.match(await context.relay.line(), '"ready":true');
});

test('DUR-12 a relay that could not serve anybody is wrong usage', async ({ sandbox }) => {
  for (const options of [
    ['--host', ''],
    ['--database', 'mysql://u:secret@h/db'],
    ['--database', ''],
    ['--database', 'host=127.0.0.1 user=postgres password=secret dbname=co'],
    ['--database', 'password = secret'],
    ['--database', 'postgres'],
  ]) {
    const { code, err, out } = await run(['relay', '--port', '0', ...options, '--json'], sandbox);
    assert.is(code, 2, options.join(' '));
    assert.match(err, options[0] ?? '');
    assert.not.match(err + out, 'secret');
  }
  const file = join(sandbox.folder, 'file');
  await writeFile(file, '');
  const noFolder = await run(['relay', '--port', '0', '--data', file, '--json'], sandbox);
  assert.is(noFolder.code, 1);
  assert.is((JSON.parse(noFolder.out) as { error: string }).error, 'Unavailable');
  const nowhere = await run(['relay', '--port', '0', '--data', '/proc/none/here'], sandbox);
  assert.is(nowhere.code, 1);
  assert.match(nowhere.err, '/proc/none/here is no folder and cannot be made one.');
});

test('DUR-12 a password with a character that ends the place of the server is not repeated, and the refusal says how to write it', async ({
  sandbox,
}) => {
  for (const password of ['pa@secret/1', 'pa/secret', '12/secret', '12?secret', '12#secret']) {
    const address = `postgres://bo:${password}@127.0.0.1:1/shop`;
    const { code, err } = await run(['relay', '--port', '0', '--database', address], sandbox);
    assert.is(code, 2, password);
    assert.not.match(err, 'secret');
    assert.match(err, '%2F');
  }
  const address = 'postgres://bo:p@ss%2Fword@127.0.0.1:1/shop';
  const { code, err } = await run(['relay', '--port', '0', '--database', address], sandbox);
  assert.is(code, 1);
  assert.match(err, '127.0.0.1:1 cannot be reached');
});

test('DUR-12 the path of an SQLite file is taken', async ({ sandbox }) => {
  const file = join(sandbox.folder, 'mine.db');
  const person = ['--email', 'bo@example.com', '--name', 'Bo'];
  const made = await run(['relay', 'user', 'add', ...person, '--database', file], sandbox);
  assert.is(made.code, 0, made.err);
  await access(file);
});

test('a user has a name and an address', async ({ sandbox }) => {
  for (const person of [
    ['--email', 'nobody', '--name', 'Bo'],
    ['--email', 'bo@example.com', '--name', ''],
    ['--email', 'bo@example.com', '--name', 'B\u0007o'],
  ]) {
    const { code } = await run(['relay', 'user', 'add', ...person], sandbox);
    assert.is(code, 2, person.join(' '));
  }
});

test('durations that are no numbers are wrong usage', async ({ sandbox }) => {
  const environment = { COORD_SESSION_TTL_MS: 'soon' };
  const { code, err } = await run(['relay', '--port', '0'], sandbox, { environment });
  assert.is(code, 2);
  assert.match(err, 'COORD_SESSION_TTL_MS');
});

test.run();
