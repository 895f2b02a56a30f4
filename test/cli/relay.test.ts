import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { eventually } from '../support/waiting.ts';
import { json, makeSandbox, run, start, type Sandbox, type Running } from './support.ts';

interface Context {
  sandbox: Sandbox;
  relay: Running;
  url: string;
  ada: Account;
}

interface Account {
  user_id: string;
  email: string;
  key: string;
}

const test = suite<Context>('relay commands');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
  context.ada = await addUser(context.sandbox, 'Ada');
  context.relay = start(['relay', '--port', '0', '--json'], context.sandbox);
  const ready = JSON.parse(await context.relay.line()) as Record<string, unknown>;
  assert.equal(ready, { ready: true, url: ready['url'], version });
  context.url = String(ready['url']);
});

test.after.each(async ({ relay, sandbox }) => {
  relay.stop();
  assert.is((await relay.finished).code, 0);
  await sandbox.remove();
});

function addUser(sandbox: Sandbox, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.com`;
  return json(['relay', 'user', 'add', '--email', email, '--name', name], sandbox);
}

async function signIn({ sandbox, url, ada }: Context): Promise<void> {
  const { code, err } = await run(['login', '--relay', url], sandbox, { input: `${ada.key}\n` });
  assert.is(code, 0, err);
}

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

test('a relay that could not serve anybody is wrong usage', async ({ sandbox }) => {
  for (const options of [
    ['--host', ''],
    ['--database', 'mysql://u:secret@h/db'],
    ['--database', ''],
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

test('login keeps a good key from stdin, for its owner only', async (context) => {
  await signIn(context);
  const file = join(context.sandbox.home, 'credentials.json');
  assert.is((await stat(file)).mode & 0o777, 0o600);
  const { logins } = JSON.parse(await readFile(file, 'utf8')) as { logins: unknown[] };
  assert.equal(logins, [{ relay: context.url, key: context.ada.key }]);
});

test('login keeps nothing that the relay does not take, and never prints a key', async ({
  sandbox,
  url,
}) => {
  const secret = 'coord_wrong';
  const bad = await run(['login', '--relay', url], sandbox, { input: secret });
  assert.is(bad.code, 1);
  assert.not.match(bad.out + bad.err, secret);
  const empty = await run(['login', '--relay', url], sandbox, { input: '' });
  assert.is(empty.code, 2);
  const nobody = await run(['login', '--relay', 'http://127.0.0.1:1'], sandbox, { input: secret });
  assert.is(nobody.code, 1);
  await readFile(join(sandbox.home, 'credentials.json')).then(
    () => assert.unreachable('something was kept'),
    () => undefined,
  );
});

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

test('ACC-3 who is no member yet is told what to ask for, with their id', async (context) => {
  await signIn(context);
  const { sandbox, ada } = context;
  const named = await run(['daemon', '--port', '0', '--workspace', 'web-shop'], sandbox);
  assert.is(named.code, 1);
  const ask = `Ask an admin of it to run: coord workspace add-member ${ada.user_id}`;
  assert.match(named.err, `You are in no workspace web-shop. ${ask} --workspace web-shop`);
  const unnamed = await run(['daemon', '--port', '0'], sandbox);
  assert.match(unnamed.err, ask);
});

test('LNK-5 login says what becomes of the daemon that runs here', async (context) => {
  await signIn(context);
  const { sandbox, url, ada } = context;
  const signInAgain = (key: string) => run(['login', '--relay', url], sandbox, { input: key });
  await run(['workspace', 'create', 'shop'], sandbox);
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  assert.match(await daemon.line(), '"ready":true');
  await eventually('the link', async () => {
    const { relay } = await json<{ relay: { state: string } }>(['status'], sandbox);
    return relay.state === 'live' || undefined;
  });
  assert.match(
    (await signInAgain(ada.key)).err,
    'goes on as it is. It takes the new key by itself once',
  );
  const bo = await addUser(sandbox, 'Bo');
  const ofBo = await signInAgain(bo.key);
  assert.match(
    ofBo.err,
    'works for ada@example.com. For the new user, stop it, and start it again',
  );
  const second = await json<{ key: string }>(['key', 'create'], sandbox);
  const { keys } = await json<{ keys: { id: string }[] }>(['key', 'list'], sandbox);
  await run(['key', 'revoke', keys.at(-1)?.id ?? '', '--yes'], sandbox);
  await eventually('the problem', async () => {
    const { relay } = await json<{ relay: { problem?: string } }>(['status'], sandbox);
    return relay.problem !== undefined || undefined;
  });
  const mended = await signInAgain(second.key);
  assert.match(mended.err, 'looks for the new key every two seconds');
  assert.not.match(mended.err, 'stop it');
  await eventually('the link', async () => {
    const { relay } = await json<{ relay: { state: string } }>(['status'], sandbox);
    return relay.state === 'live' || undefined;
  });
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
});

test('LNK-5 login to another relay says that the daemon has to be started again', async (context) => {
  const { sandbox, url, ada } = context;
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  assert.match(await daemon.line(), '"ready":true');
  const { err } = await run(['login', '--relay', url], sandbox, { input: ada.key });
  assert.match(err, 'uses another relay. For this one, stop it, and start it again: coord daemon');
  assert.match(err, `coord daemon --relay ${url}`);
  daemon.stop();
  await daemon.finished;
});

test('LNK-6 a login takes no repository away from the relay inside its daemon', async (context) => {
  const { sandbox, url } = context;
  const startedIn = async (...options: string[]) => {
    const daemon = start(['daemon', '--port', '0', '--json', ...options], sandbox);
    const { workspace_slug: slug } = JSON.parse(await daemon.line()) as { workspace_slug: string };
    daemon.stop();
    return { slug, err: (await daemon.finished).err };
  };
  assert.equal(await startedIn(), { slug: 'shop', err: '' });
  await signIn(context);
  await run(['workspace', 'create', 'tea'], sandbox, { directory: sandbox.folder });
  const own = await startedIn();
  assert.is(own.slug, 'shop');
  assert.match(own.err, /goes on with the relay inside its daemon, whose data are in .+relay\.db/);
  assert.match(own.err, `coord daemon --relay ${url}`);
  assert.equal(await startedIn('--relay', url), { slug: 'tea', err: '' });
  assert.equal(await startedIn(), { slug: 'tea', err: '' });
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
    [['--key-file', file], /notes is not the file of a key/],
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

test('workspaces are made, chosen for a repository, and have members', async (context) => {
  await signIn(context);
  const { sandbox } = context;
  const bo = await addUser(sandbox, 'Bo');
  assert.match((await run(['workspace', 'members'], sandbox)).err, 'workspace create');
  const made = await json<{ id: string; slug: string }>(
    ['workspace', 'create', 'The Shop!'],
    sandbox,
  );
  assert.is(made.slug, 'the-shop');
  assert.match((await run(['workspace', 'list'], sandbox)).out, /the-shop +The Shop! +owner/);
  await run(['workspace', 'add-member', bo.user_id, '--role', 'admin'], sandbox);
  assert.match((await run(['workspace', 'members'], sandbox)).out, /Bo +bo@example.com +admin/);
  const removed = await run(['workspace', 'remove-member', bo.user_id], sandbox);
  assert.is(removed.code, 0);
  assert.not.match((await run(['workspace', 'members'], sandbox)).out, 'bo@example.com');
  assert.match((await run(['workspace', 'set'], sandbox)).out, 'members');
  await run(['workspace', 'set', '--conflict-policy', 'lines'], sandbox);
  assert.match((await run(['workspace', 'set'], sandbox)).out, 'lines');
  assert.is((await run(['workspace', 'use', 'the-shop'], sandbox)).code, 0);
  const chosen = join(sandbox.repository, '.git', 'coord', 'workspace');
  assert.is((await readFile(chosen, 'utf8')).trim(), 'the-shop');
  assert.is((await run(['workspace', 'use', 'other'], sandbox)).code, 1);
});

test('with several workspaces the command asks which, and takes the one that is named', async (context) => {
  await signIn(context);
  const { sandbox } = context;
  // A repository has one of them.
  const outside = { directory: sandbox.folder };
  await run(['workspace', 'create', 'one'], sandbox, outside);
  await run(['workspace', 'create', 'two'], sandbox, outside);
  const unclear = await run(['workspace', 'members'], sandbox, outside);
  assert.is(unclear.code, 2);
  assert.match(unclear.err, /--workspace SLUG.*one, two/);
  assert.is((await run(['workspace', 'members', '--workspace', 'two'], sandbox)).code, 0);
});

test('FED-2 the feed shows what was, resumes after a seq, and ends when asked not to follow', async (context) => {
  await signIn(context);
  const { sandbox, url, ada } = context;
  await run(['workspace', 'create', 'shop'], sandbox);
  for (const conversation of ['conv_1', 'conv_2']) {
    await post(`${url}/workspaces/sessions/hook`, ada.key, {
      event: 'sessionStart',
      agent_type: 'codex',
      workspace_slug: 'shop',
      conversation_id: conversation,
    });
  }
  const shown = await run(['feed', '--no-follow'], sandbox);
  assert.is(shown.code, 0);
  assert.match(shown.out, /Ada started codex\n/);
  const all = await run(['feed', '--no-follow', '--since', '0', '--all', '--json'], sandbox);
  const seqs = all.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.equal(
    seqs,
    seqs.map((_, at) => at + 1),
  );
  const rest = await run(['feed', '--no-follow', '--since', '1', '--all', '--json'], sandbox);
  assert.is(rest.out.trim().split('\n').length, seqs.length - 1);
});

test('the status of a workspace can be asked of the relay, and the environment names it', async (context) => {
  const { sandbox, url, ada } = context;
  const environment = { COORD_RELAY: `${url}/`, COORD_KEY: ada.key };
  await run(['workspace', 'create', 'shop'], sandbox, { environment });
  const shown = await run(['status'], sandbox, { environment });
  assert.is(shown.code, 0, shown.err);
  assert.match(shown.out, /shop +relay live/);
});

async function post(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.is(response.status, 200);
  await response.arrayBuffer();
}

test.run();
