import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { json, makePlace, run, start, type Place, type Running } from './support.ts';

interface Context {
  place: Place;
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
  context.place = await makePlace();
  context.ada = await addUser(context.place, 'Ada');
  context.relay = start(['relay', '--port', '0', '--json'], context.place);
  const ready = JSON.parse(await context.relay.line()) as Record<string, unknown>;
  assert.equal(ready, { ready: true, url: ready['url'], version });
  context.url = String(ready['url']);
});

test.after.each(async ({ relay, place }) => {
  relay.stop();
  assert.is((await relay.finished).code, 0);
  await place.remove();
});

function addUser(place: Place, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.com`;
  return json(['relay', 'user', 'add', '--email', email, '--name', name], place);
}

async function signIn({ place, url, ada }: Context): Promise<void> {
  const { code, err } = await run(['login', '--relay', url], place, { input: `${ada.key}\n` });
  assert.is(code, 0, err);
}

test('a user is made on the store, the key is printed alone on stdout, and not twice', async ({
  place,
}) => {
  const args = ['relay', 'user', 'add', '--email', 'bo@example.com', '--name', 'Bo'];
  const made = await run(args, place);
  assert.is(made.code, 0);
  assert.match(made.out, /^coord_\w+\n$/);
  assert.match(made.err, 'bo@example.com');
  const again = await run(args, place);
  assert.is(again.code, 1);
  assert.match(again.err, 'already');
});

test('a taken port is refused with what to do', async ({ place, url }) => {
  const { code, err } = await run(['relay', '--port', new URL(url).port], place);
  assert.is(code, 1);
  assert.match(err, '--port');
});

test('a second relay on the same database is refused with what to do, and the first goes on', async (context) => {
  const { place, url } = context;
  const { code, err } = await run(['relay', '--port', '0'], place);
  assert.is(code, 1);
  assert.match(err, '--data');
  assert.is((await fetch(url)).status, 200);
  context.relay.stop();
  assert.is((await context.relay.finished).code, 0);
  context.relay = start(['relay', '--port', '0', '--json'], place);
  assert.match(await context.relay.line(), '"ready":true');
});

test('a relay that could not serve anybody is wrong usage', async ({ place }) => {
  for (const options of [
    ['--host', ''],
    ['--database', 'mysql://u:secret@h/db'],
    ['--database', ''],
  ]) {
    const { code, err, out } = await run(['relay', '--port', '0', ...options, '--json'], place);
    assert.is(code, 2, options.join(' '));
    assert.match(err, options[0] ?? '');
    assert.not.match(err + out, 'secret');
  }
  const file = join(place.folder, 'file');
  await writeFile(file, '');
  const noFolder = await run(['relay', '--port', '0', '--data', file, '--json'], place);
  assert.is(noFolder.code, 1);
  assert.is((JSON.parse(noFolder.out) as { error: string }).error, 'Unavailable');
});

test('a user has a name and an address', async ({ place }) => {
  for (const person of [
    ['--email', 'nobody', '--name', 'Bo'],
    ['--email', 'bo@example.com', '--name', ''],
    ['--email', 'bo@example.com', '--name', 'B\no'],
  ]) {
    const { code } = await run(['relay', 'user', 'add', ...person], place);
    assert.is(code, 2, person.join(' '));
  }
});

test('durations that are no numbers are wrong usage', async ({ place }) => {
  const environment = { COORD_SESSION_TTL_MS: 'soon' };
  const { code, err } = await run(['relay', '--port', '0'], place, { environment });
  assert.is(code, 2);
  assert.match(err, 'COORD_SESSION_TTL_MS');
});

test('login keeps a good key from stdin, for its owner only', async (context) => {
  await signIn(context);
  const file = join(context.place.home, 'credentials.json');
  assert.is((await stat(file)).mode & 0o777, 0o600);
  const { logins } = JSON.parse(await readFile(file, 'utf8')) as { logins: unknown[] };
  assert.equal(logins, [{ relay: context.url, key: context.ada.key }]);
});

test('login keeps nothing that the relay does not take, and never prints a key', async ({
  place,
  url,
}) => {
  const secret = 'coord_wrong';
  const bad = await run(['login', '--relay', url], place, { input: secret });
  assert.is(bad.code, 1);
  assert.not.match(bad.out + bad.err, secret);
  const empty = await run(['login', '--relay', url], place, { input: '' });
  assert.is(empty.code, 2);
  const nobody = await run(['login', '--relay', 'http://127.0.0.1:1'], place, { input: secret });
  assert.is(nobody.code, 1);
  await readFile(join(place.home, 'credentials.json')).then(
    () => assert.unreachable('something was kept'),
    () => undefined,
  );
});

test('ACC-4 keys are made, listed without their secret, and revoked', async (context) => {
  await signIn(context);
  const { place, url } = context;
  const made = await json<{ id: string; key: string }>(
    ['key', 'create', '--name', 'laptop'],
    place,
  );
  const listed = await run(['key', 'list'], place);
  assert.match(listed.out, made.id);
  assert.match(listed.out, 'laptop');
  assert.not.match(listed.out, made.key);
  const withIt = ['workspace', 'list', '--relay', url, '--key', made.key];
  assert.is((await run(withIt, place)).code, 0);
  assert.is((await run(['key', 'revoke', made.id], place)).code, 0);
  const after = await run(withIt, place);
  assert.is(after.code, 1);
  assert.is((await run(['key', 'revoke', 'key_nothing'], place)).code, 1);
});

test('workspaces are made, chosen for a repository, and have members', async (context) => {
  await signIn(context);
  const { place } = context;
  const bo = await addUser(place, 'Bo');
  assert.match((await run(['workspace', 'members'], place)).err, 'workspace create');
  const made = await json<{ id: string; slug: string }>(
    ['workspace', 'create', 'The Shop!'],
    place,
  );
  assert.is(made.slug, 'the-shop');
  assert.match((await run(['workspace', 'list'], place)).out, /the-shop +The Shop! +owner/);
  await run(['workspace', 'add-member', bo.user_id, '--role', 'admin'], place);
  assert.match((await run(['workspace', 'members'], place)).out, /Bo +bo@example.com +admin/);
  const removed = await run(['workspace', 'remove-member', bo.user_id], place);
  assert.is(removed.code, 0);
  assert.not.match((await run(['workspace', 'members'], place)).out, 'bo@example.com');
  assert.is((await run(['workspace', 'use', 'the-shop'], place)).code, 0);
  const chosen = join(place.repository, '.git', 'coord', 'workspace');
  assert.is((await readFile(chosen, 'utf8')).trim(), 'the-shop');
  assert.is((await run(['workspace', 'use', 'other'], place)).code, 1);
});

test('with several workspaces the command asks which, and takes the one that is named', async (context) => {
  await signIn(context);
  const { place } = context;
  await run(['workspace', 'create', 'one'], place);
  await run(['workspace', 'create', 'two'], place);
  const unclear = await run(['workspace', 'members'], place);
  assert.is(unclear.code, 2);
  assert.match(unclear.err, /--workspace SLUG.*one, two/);
  assert.is((await run(['workspace', 'members', '--workspace', 'two'], place)).code, 0);
});

test('FED-2 the feed shows what was, resumes after a seq, and ends when asked not to follow', async (context) => {
  await signIn(context);
  const { place, url, ada } = context;
  await run(['workspace', 'create', 'shop'], place);
  for (const conversation of ['conv_1', 'conv_2']) {
    await post(`${url}/workspaces/sessions/hook`, ada.key, {
      event: 'sessionStart',
      agent_type: 'codex',
      workspace_slug: 'shop',
      conversation_id: conversation,
    });
  }
  const shown = await run(['feed', '--no-follow'], place);
  assert.is(shown.code, 0);
  assert.match(shown.out, /Ada started codex\n/);
  const all = await run(['feed', '--no-follow', '--since', '0', '--all', '--json'], place);
  const seqs = all.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.equal(
    seqs,
    seqs.map((_, at) => at + 1),
  );
  const rest = await run(['feed', '--no-follow', '--since', '1', '--all', '--json'], place);
  assert.is(rest.out.trim().split('\n').length, seqs.length - 1);
});

test('the status of a workspace can be asked of the relay, and the environment names it', async (context) => {
  const { place, url, ada } = context;
  const environment = { COORD_RELAY: `${url}/`, COORD_KEY: ada.key };
  await run(['workspace', 'create', 'shop'], place, { environment });
  const shown = await run(['status'], place, { environment });
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
