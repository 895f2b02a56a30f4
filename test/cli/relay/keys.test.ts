/** Keys are made, listed and revoked, and given to a command without being read by others. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { json, run } from '../support.ts';
import { type Account, signIn, relaySuite } from './support.ts';

const test = relaySuite('keys');

test('ACC-4 keys are made, listed without their secret, and revoked', async (context) => {
  await signIn(context);
  const { sandbox, url } = context;
  const made = await json<{ id: string; key: string }>(
    ['key', 'create', '--name', 'laptop'],
    sandbox,
  );
  const listed = await run(['key', 'list', '--wide'], sandbox);
  assert.match(listed.out, made.id);
  assert.match(listed.out, 'laptop');
  assert.not.match(listed.out, made.key);
  const withIt = ['workspace', 'list', '--relay', url, '--key', made.key];
  assert.is((await run(withIt, sandbox)).code, 0);
  assert.is((await run(['key', 'revoke', made.id], sandbox)).code, 0);
  const after = await run(withIt, sandbox);
  assert.is(after.code, 1);
  assert.is((await run(['key', 'revoke', 'key_nothing'], sandbox)).code, 1);
});

test('ACC-4 the key in use and the last one are revoked only when that is confirmed', async (context) => {
  await signIn(context);
  const { sandbox, url, ada } = context;
  const { keys } = await json<{ keys: { id: string }[] }>(['key', 'list'], sandbox);
  const [first] = keys;
  assert.ok(first);
  const last = await run(['key', 'revoke', first.id], sandbox);
  assert.is(last.code, 1);
  assert.match(last.err, 'is your last key');
  assert.match(last.err, 'coord relay user key --email');
  assert.match(last.err, 'Not revoked. Confirm it at a terminal, or with --yes.');
  const other = await json<{ id: string; key: string }>(['key', 'create'], sandbox);
  const inUse = await run(['key', 'revoke', first.id], sandbox);
  assert.is(inUse.code, 1);
  assert.match(inUse.err, 'is the key in use here');
  const with2 = ['--relay', url, '--key-file', '-'];
  const input = ada.key;
  assert.is((await run(['key', 'list', ...with2], sandbox, { input })).code, 0, 'it is still good');
  const confirmed = await run(['key', 'revoke', first.id, '--yes'], sandbox);
  assert.is(confirmed.code, 0, confirmed.err);
  assert.is((await run(['key', 'list', ...with2], sandbox, { input })).code, 1);
  assert.is((await run(['key', 'list', ...with2], sandbox, { input: other.key })).code, 0);
});

test('ACC-4 who has revoked the last key gets a new one from an operator of the relay', async (context) => {
  await signIn(context);
  const { sandbox, url, ada } = context;
  const { keys } = await json<{ keys: { id: string }[] }>(['key', 'list'], sandbox);
  assert.is((await run(['key', 'revoke', keys[0]?.id ?? '', '--yes'], sandbox)).code, 0);
  const known = ['relay', 'user', 'add', '--email', ada.email, '--name', 'Ada'];
  assert.match((await run(known, sandbox)).err, `coord relay user key --email ${ada.email}`);
  const made = await json<Account>(['relay', 'user', 'key', '--email', 'ADA@example.com'], sandbox);
  assert.equal([made.user_id, made.email], [ada.user_id, ada.email]);
  const again = await run(['login', '--relay', url], sandbox, { input: `${made.key}\n` });
  assert.is(again.code, 0, again.err);
  assert.match(again.out, `Signed in to ${url} as ${ada.email} (${ada.user_id}).`);
  const nobody = await run(['relay', 'user', 'key', '--email', 'bo@example.com'], sandbox);
  assert.is(nobody.code, 1);
  assert.match(nobody.err, 'coord relay user add');
});

test('another key of a user leaves those that they have, and the help says so', async (context) => {
  await signIn(context);
  const { sandbox, ada } = context;
  const made = await json<Account>(['relay', 'user', 'key', '--email', ada.email], sandbox);
  assert.is(made.user_id, ada.user_id);
  const { code, out } = await run(['whoami'], sandbox);
  assert.equal([code, out.includes(ada.email)], [0, true], out);
  const help = await run(['relay', 'user', 'key', '--help'], sandbox);
  assert.match(help.out.replaceAll(/\s+/g, ' '), 'earlier keys stay valid');
});

test('LOC-6: a key is taken from a file, the environment or standard input, without a word', async (context) => {
  const { sandbox, url, ada } = context;
  const file = join(sandbox.folder, 'ada.key');
  await writeFile(file, `${ada.key}\n`);
  const list = ['workspace', 'list', '--relay', url];
  const ways = [
    await run([...list, '--key-file', file], sandbox),
    await run([...list, '--key-file', '../ada.key'], sandbox),
    await run([...list, '--key-file', '-'], sandbox, { input: `${ada.key}\n` }),
    await run([...list, '--key', '-'], sandbox, { input: ada.key }),
    await run(list, sandbox, { environment: { COORD_KEY: ada.key } }),
    await run(['login', '--relay', url, '--key-file', file], sandbox),
  ];
  for (const { code, err } of ways) assert.equal([code, err], [0, '']);
});

test('LOC-6: a key as an argument is taken, and the command says who can read it there', async (context) => {
  const { sandbox, url, ada } = context;
  const { code, err } = await run(['key', 'list', '--relay', url, '--key', ada.key], sandbox);
  assert.is(code, 0);
  assert.match(err, 'others on this machine can read --key in the list of processes');
  assert.match(err, '--key-file PATH, in COORD_KEY, or as --key -');
  assert.is(err.split('\n').length, 2, 'it is said once');
  assert.not.match(err, ada.key);
});

test('LOC-6: a key file that is none is wrong usage, and its text is not shown', async (context) => {
  const { sandbox, url } = context;
  const file = join(sandbox.folder, 'notes');
  await writeFile(file, 'two words\n');
  const list = ['key', 'list', '--relay', url];
  const refusals: [string[], RegExp][] = [
    [['--key-file', file], /notes has no key of coord/],
    [['--key-file', `${file}.none`], /notes\.none cannot be read \(ENOENT\)/],
    [['--key-file', file, '--key', 'x'], /not by both/],
  ];
  for (const [options, message] of refusals) {
    const { code, err } = await run([...list, ...options], sandbox);
    assert.is(code, 2);
    assert.match(err, message);
    assert.not.match(err, 'two words');
  }
});

test('LOC-6: a password in the address of a database is said to be readable by others', async ({
  sandbox,
}) => {
  const person = ['--email', 'bo@example.com', '--name', 'Bo'];
  const add = ['relay', 'user', 'add', ...person, '--database'];
  const { err } = await run([...add, 'postgres://bo:s3cret@127.0.0.1:1/x'], sandbox);
  assert.match(err, 'others on this machine can read the password in --database');
  assert.not.match(err, 's3cret');
  const without = await run([...add, 'postgres://bo@127.0.0.1:1/x'], sandbox);
  assert.not.match(without.err, 'can read the password');
});

test.run();
