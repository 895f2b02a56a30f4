/** What login keeps, and what becomes of the daemon that runs here. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/waiting.ts';
import { json, run, start } from '../support.ts';
import { addUser, signIn, relaySuite } from './support.ts';

const test = relaySuite('login');

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

test.run();
