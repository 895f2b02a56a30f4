/** The first hour of a team: what each line that a person sees says is the next one to type. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  json,
  makeSandbox,
  run,
  start,
  withOwnRelay,
  type OwnRelay,
  type Sandbox,
} from './support.ts';

const test = suite<OwnRelay>('the first hour');
withOwnRelay(test);

const bob = 'bob@example.com';

interface Invited {
  readonly line: string;
  readonly known: boolean;
  readonly member: boolean;
}

/** Runs with a home and a clone of somebody else's. */
async function asBob<T>(use: (his: Sandbox) => Promise<T>): Promise<T> {
  const his = await makeSandbox();
  await promisify(execFile)('git', ['-C', his.repository, 'config', 'user.name', 'Bob B']);
  try {
    return await use(his);
  } finally {
    await his.remove();
  }
}

function invite(sandbox: Sandbox): Promise<Invited> {
  return json<Invited>(['invite', bob], sandbox);
}

/** The words of a line as a shell gives them to the command. */
function wordsOf(line: string): string[] {
  return line.split(' ').slice(1);
}

async function keyOf(sandbox: Sandbox): Promise<{ relay: string; key: string }> {
  const text = await readFile(join(sandbox.home, 'credentials.json'), 'utf8');
  const [login] = (JSON.parse(text) as { logins: { relay: string; key: string }[] }).logins;
  assert.ok(login);
  return login;
}

test('INV-6 one line logs in, joins and starts the daemon in the repository', async ({
  sandbox,
}) => {
  const shown = await run(['invite', bob], sandbox);
  assert.is(shown.code, 0, shown.err);
  assert.match(shown.out, /^coord join http:\/\/127\.0\.0\.1:\d+ inv_[0-9a-z]{32}\n$/);
  assert.match(shown.err, 'No e-mail was sent');
  assert.match(shown.err, 'one use');
  assert.match(shown.err, '127.0.0.1 is this machine');
  await asBob(async (his) => {
    const running = start([...wordsOf(shown.out.trim()), '--port', '0'], his);
    assert.match(await running.line(), /as Bob B <bob@example.com>, and member of shop now\.$/);
    assert.match(await running.line(), /listens on http:\/\/127\.0\.0\.1:\d+ for shop$/);
    assert.match(await running.line(), /^Next, in another terminal: git pull, .* coord init$/);
    assert.match(await running.line(), /^Stop it/);
    const me = await json<{ email: string; workspace: { slug: string; role: string } }>(
      ['whoami'],
      his,
    );
    assert.equal([me.email, me.workspace.slug, me.workspace.role], [bob, 'shop', 'member']);
    running.stop();
    assert.is((await running.finished).code, 0);
    const again = await run(wordsOf(shown.out.trim()), his);
    assert.is(again.code, 1);
    assert.match(again.err, 'Ask for a new one');
  });
});

test('INV-6 outside of a repository it says what to run next, and --no-daemon only joins', async ({
  sandbox,
}) => {
  const { line } = await invite(sandbox);
  await asBob(async (his) => {
    const joined = await run([...wordsOf(line), '--name', 'Bob'], his, { directory: his.folder });
    assert.is(joined.code, 0, joined.err);
    assert.match(
      joined.err,
      'Next, in your clone of the repository: coord daemon --workspace shop',
    );
    const mode = await keyOf(his);
    assert.match(mode.key, /^coord_/);
    assert.not.match(joined.out + joined.err, mode.key);
  });
  const second = await json<Invited>(['invite', 'cleo@example.com'], sandbox);
  await asBob(async (hers) => {
    const joined = await run([...wordsOf(second.line), '--no-daemon'], hers);
    assert.is(joined.code, 0, joined.err);
    assert.match(joined.err, 'Next: coord daemon');
  });
});

test('INV-6 a login of another user is never replaced', async ({ sandbox }) => {
  const { line } = await invite(sandbox);
  const before = await keyOf(sandbox);
  const refused = await run(wordsOf(line), sandbox);
  assert.is(refused.code, 1);
  assert.match(refused.err, 'COORD_HOME');
  assert.equal(await keyOf(sandbox), before);
  await asBob(async (his) => {
    assert.is((await run([...wordsOf(line), '--no-daemon'], his)).code, 0);
  });
});

test('INV-6 the invitation can be given on standard input, and nothing else is sent', async ({
  sandbox,
}) => {
  const { line } = await invite(sandbox);
  const [command = '', url = '', secret = ''] = wordsOf(line);
  await asBob(async (his) => {
    const wrong = await run([command, url, 'https://coord.example.com'], his);
    assert.is(wrong.code, 2);
    const joined = await run([command, url, '--no-daemon'], his, { input: `${secret}\n` });
    assert.is(joined.code, 0, joined.err);
  });
});

test('INV-6 a key of the environment goes to no relay but the one that stands beside it', async ({
  sandbox,
}) => {
  const { line } = await invite(sandbox);
  const { relay } = await keyOf(sandbox);
  await asBob(async (his) => {
    const args = [...wordsOf(line), '--no-daemon'];
    const stray = { COORD_KEY: 'coord_of-another-relay' };
    for (const environment of [stray, { ...stray, COORD_RELAY: 'https://other.example.com' }]) {
      const refused = await run(args, his, { environment });
      assert.is(refused.code, 2, refused.err);
      assert.match(refused.err, `COORD_RELAY=${relay}`);
    }
    const sent = await run(args, his, { environment: { ...stray, COORD_RELAY: `${relay}/` } });
    assert.is(sent.code, 1);
    assert.match(sent.err, `coord login --relay ${relay}`);
    const joined = await run(args, his);
    assert.is(joined.code, 0, joined.err);
  });
});

test('INV-3 who has an account logs in first, and a known address gets a line without a secret', async ({
  sandbox,
}) => {
  const { line } = await invite(sandbox);
  await asBob(async (his) => {
    assert.is((await run([...wordsOf(line), '--no-daemon'], his)).code, 0);
    await run(['workspace', 'create', 'tea'], sandbox);
    const tea = ['invite', bob, '--workspace', 'tea'];
    const added = await json<Invited>(tea, sandbox);
    assert.equal([added.known, added.member], [true, true]);
    const { relay } = await keyOf(his);
    assert.is(added.line, `coord login --relay ${relay} && coord daemon --workspace tea`);
    const again = await run(tea, sandbox);
    assert.match(again.err, 'is already member of tea');
    const { workspaces } = await json<{ workspaces: { slug: string }[] }>(
      ['workspace', 'list'],
      his,
    );
    assert.equal(workspaces.map(({ slug }) => slug).sort(), ['shop', 'tea']);
  });
});

test('INV-5 add-member takes an address, and says how to invite an unknown one', async ({
  sandbox,
}) => {
  const unknown = await run(['workspace', 'add-member', bob, '--role', 'admin'], sandbox);
  assert.is(unknown.code, 1);
  assert.match(unknown.err, `coord invite ${bob} --role admin`);
  const args = ['relay', 'user', 'add', '--email', bob, '--name', 'Bob'];
  const made = await run(args, { ...sandbox, home: sandbox.home });
  assert.is(made.code, 0, made.err);
  const added = await run(['workspace', 'add-member', bob, '--role', 'admin'], sandbox);
  assert.is(added.out, 'Bob is admin of shop.\n', added.err);
  const neither = await run(['workspace', 'add-member', 'bob'], sandbox);
  assert.is(neither.code, 2);
  assert.match(neither.err, 'coord whoami');
});

test('INV-1 open invitations are listed and taken back', async ({ sandbox }) => {
  const none = await run(['workspace', 'invitations'], sandbox);
  assert.match(none.out, 'coord invite EMAIL');
  const made = await json<Invited & { id: string }>(['invite', bob], sandbox);
  const listed = await run(['workspace', 'invitations'], sandbox);
  assert.match(listed.out, bob);
  assert.not.match(listed.out, 'inv_');
  assert.is((await run(['workspace', 'revoke-invitation', made.id.slice(4, 10)], sandbox)).code, 0);
  await asBob(async (his) => {
    assert.is((await run(wordsOf(made.line), his)).code, 1);
  });
});

test('LOC-6 whoami tells user, relay, workspace, role and where the key comes from', async ({
  sandbox,
}) => {
  const { relay, key } = await keyOf(sandbox);
  const shown = await run(['whoami'], sandbox);
  for (const part of ['Ada <ada@example.com>, usr_', relay, 'shop, as owner', 'credentials.json'])
    assert.match(shown.out, part);
  assert.not.match(shown.out, key);
  interface Me {
    key: { source: string };
    relay: string;
  }
  const environment = { COORD_KEY: key, COORD_RELAY: relay };
  const me = await json<Me>(['whoami'], sandbox, { environment });
  assert.equal([me.key.source, me.relay], ['environment', relay]);
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  await daemon.line();
  const there = await json<Me>(['whoami'], sandbox);
  assert.equal([there.key.source, there.relay], ['daemon', relay]);
  daemon.stop();
  await daemon.finished;
});

test('INV-6 after login and workspace create there is one next step', async ({ sandbox }) => {
  const { relay, key } = await keyOf(sandbox);
  const input = `${key}\n`;
  const login = () => run(['login', '--relay', relay], sandbox, { input });
  assert.match((await login()).out, /\)\.\nNext, in your clone: coord daemon --workspace shop\n$/);
  const made = await run(['workspace', 'create', 'tea'], sandbox);
  assert.match(
    made.out,
    '\nNext, in your clone: coord daemon --workspace tea\nLet the others in: coord invite EMAIL --workspace tea\n',
  );
  assert.match((await login()).out, 'coord daemon --workspace SLUG');
  const args = ['relay', 'user', 'add', '--email', bob, '--name', 'Bob', '--json'];
  const his = JSON.parse((await run(args, sandbox)).out) as { key: string };
  await asBob(async (home) => {
    const alone = await run(['login', '--relay', relay], home, { input: `${his.key}\n` });
    assert.match(alone.out, 'coord workspace create NAME');
    assert.match(alone.out, `coord workspace add-member ${bob}`);
    assert.match((await run(['workspace', 'list'], home)).out, 'coord workspace create NAME');
  });
});

test('INV-6 the next step after workspace create names a relay that is not that of the login', async ({
  sandbox,
}) => {
  const { relay, key } = await keyOf(sandbox);
  const at = ['--relay', relay, '--key-file', '-'];
  await asBob(async (his) => {
    const make = (slug: string) =>
      run(['workspace', 'create', slug, ...at], his, { input: `${key}\n` });
    assert.match((await make('tea')).out, `\nNext: coord daemon --relay ${relay}\n`);
    const next = `\nNext, in your clone: coord daemon --relay ${relay} --workspace milk\n`;
    assert.match((await make('milk')).out, next);
  });
});

test('INV-6 an invitation to a relay inside of a daemon is refused with what to do', async () => {
  await asBob(async (his) => {
    const daemon = start(['daemon', '--port', '0', '--json'], his);
    await daemon.line();
    const refused = await run(['invite', bob], his);
    assert.is(refused.code, 1);
    assert.match(refused.err, 'coord relay --help');
    daemon.stop();
    await daemon.finished;
  });
});

test('INV-6 every list that is empty says what to do', async ({ sandbox }) => {
  const lists = [
    'decisions',
    'conventions',
    'workstream',
    'tasks',
    'contracts',
    'meeting',
    'negotiate',
    'packages',
  ];
  const all = [
    ...lists.map((name) => [name, 'list']),
    ['gate', 'log'],
    ['workspace', 'invitations'],
  ];
  await writeFile(join(sandbox.repository, 'a.txt'), 'a\n');
  for (const args of all) {
    const { out, err } = await run(args, sandbox);
    assert.match(out, /^No .+coord \w+/, `coord ${args.join(' ')}: ${out}${err}`);
  }
});

test('WST-1 workstream start says beforehand that the branch is pushed, and where', async () => {
  await asBob(async (his) => {
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-C', his.repository, '-c', 'user.email=b@c.d', ...args]);
    await git('commit', '-q', '--allow-empty', '-m', 'first');
    await promisify(execFile)('git', ['init', '-q', '--bare', join(his.folder, 'hub.git')]);
    await git('remote', 'add', 'hub', join(his.folder, 'hub.git'));
    const daemon = start(['daemon', '--port', '0', '--json'], his);
    await daemon.line();
    const started = await run(['workstream', 'start', 'Checkout'], his);
    daemon.stop();
    await daemon.finished;
    assert.match(started.err, /^The daemon is asked to make its branch and push it to hub\.\n/);
  });
});

test('INV-6 a relay that listens everywhere names addresses that other machines can use', async () => {
  await asBob(async (his) => {
    const relay = start(['relay', '--host', '0.0.0.0', '--port', '0'], his);
    const line = await relay.line();
    assert.match(line, /listens on http:\/\/[\w.-]+:\d+$/);
    relay.stop();
    const { out } = await relay.finished;
    assert.not.match(out, '0.0.0.0');
  });
});

test.run();
