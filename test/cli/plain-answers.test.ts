/** What a person reads of small things: one cause a line, what was so already, and what to do next. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toRelay } from '../../cli/connection/connect.ts';
import { stateText } from '../../cli/commands/decisions/decisions.ts';
import { shownMoment, shownTime, shownWhen } from '../../shared/kernel/times.ts';
import { fileOf } from '../support/symbols.ts';
import {
  json,
  makeSandbox,
  run,
  start,
  withOwnRelay,
  type OwnRelay,
  type Running,
  type Sandbox,
} from './support.ts';

const test = suite<OwnRelay>('plain answers of a relay');
withOwnRelay(test);

test('CMD-6: two causes stand on two lines, each with its command', async ({ sandbox }) => {
  const his = await makeSandbox();
  const add = ['relay', 'user', 'add', '--email', 'bob@example.com', '--name', 'Bob'];
  const { key } = await json<{ key: string }>(add, sandbox);
  const { relay } = await json<{ relay: string }>(['whoami'], sandbox);
  await run(['login', '--relay', relay], his, { input: `${key}\n` });
  const { err } = await run(['status'], his);
  await his.remove();
  assert.match(
    err,
    /coord workspace create NAME\nAgents here are not coordinated\. No coord daemon runs for \S+\. Start it there with: coord daemon\n$/,
  );
});

test('CMD-6: a feed without events says so, and so does a search without decisions', async ({
  sandbox,
}) => {
  const found = await run(['search', 'sessions'], sandbox);
  assert.match(found.out, /^No decision was recorded yet\. Record one: coord decide /);
  const { newest } = await newestOf(sandbox);
  const nothing = await run(['feed', '--no-follow', '--since', `${newest}`], sandbox);
  assert.is(nothing.out, '');
  assert.is(nothing.err, 'Nothing has happened here yet.\n');
});

async function newestOf(sandbox: Sandbox): Promise<{ newest: number }> {
  const { out } = await run(['feed', '--no-follow', '--all', '--json'], sandbox);
  const last = out.trim().split('\n').at(-1) ?? '';
  return { newest: last === '' ? 0 : (JSON.parse(last) as { seq: number }).seq };
}

test('CMD-6: the feed begins with the newest twenty, not counting what is left out', async ({
  sandbox,
}) => {
  for (let n = 0; n < 25; n += 1) await run(['decide', `Choice ${n}`], sandbox);
  const { out } = await run(['feed', '--no-follow'], sandbox);
  const lines = out.trim().split('\n');
  assert.is(lines.length, 20);
  assert.match(lines[0] ?? '', /^\d\d:\d\d UTC {2}.*Choice 5/);
  const { newest } = await newestOf(sandbox);
  const since = await run(['feed', '--no-follow', '--since', `${newest - 3}`], sandbox);
  assert.is(since.out.trim().split('\n').length, 3);
});

test('CMD-6: settings are shown as name and value, with what the value means', async ({
  sandbox,
}) => {
  const { out } = await run(['workspace', 'set'], sandbox);
  const names = ['conflict-policy', 'gate-policy', 'test-gaps', 'must-rules'];
  for (const name of names) assert.match(out, new RegExp(`^${name}: \\w+ \\(.+\\)$`, 'm'));
  assert.is(out.trim().split('\n').length, names.length);
});

test('CMD-4: what is too short of an id is said in one sentence', async ({ sandbox }) => {
  const { err } = await run(['negotiate', 'show', 'neg_taq'], sandbox);
  assert.is(err, 'coord: neg_taq: give at least 4 characters after neg_.\n');
});

test('CMD-6: what was done already is said to be so', async ({ sandbox }) => {
  const stream = ['workstream', 'start', 'Pay', '--slug', 'pay'];
  assert.is((await run(stream, sandbox)).code, 0);
  const add = ['tasks', 'add', 'Test it', '--workstream', 'pay'];
  const { id } = await json<{ id: string }>(add, sandbox);
  assert.match((await run(['tasks', 'claim', id], sandbox)).out, 'is with Ada');
  assert.match((await run(['tasks', 'done', id], sandbox)).out, `${id} is done: Test it`);
  assert.match((await run(['tasks', 'done', id], sandbox)).out, `${id} is done already: Test it`);
  const propose = ['conventions', 'propose', 'Small files'];
  const rule = await json<{ id: string }>(propose, sandbox);
  const retire = ['conventions', 'retire', rule.id.slice(0, 12)];
  assert.match((await run(retire, sandbox)).out, `${rule.id} is retired: Small`);
  assert.match((await run(retire, sandbox)).out, `${rule.id} is retired already: Small`);
  const made = await json<{ id: string }>(['decide', 'Redis'], sandbox);
  const { out } = await run(['decisions', 'reaffirm', made.id], sandbox);
  assert.is(out, `${made.id} was fresh already: Redis\n`);
});

test('WST-1: a workstream list counts people, and each stands once with their agents', async ({
  sandbox,
}) => {
  await run(['workstream', 'start', 'Pay', '--slug', 'pay'], sandbox);
  const { relay } = await json<{ relay: string }>(['whoami'], sandbox);
  const { key } = JSON.parse(
    execFileSync('cat', [join(sandbox.home, 'credentials.json')], { encoding: 'utf8' }),
  ).logins[0] as { key: string };
  for (const conversation_id of ['one', 'two']) {
    await fetch(`${relay}/workspaces/sessions/hook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ event: 'sessionStart', conversation_id, agent_type: 'codex', workspace_slug: 'shop' },
      }),
    });
    await run(['workstream', 'join', 'pay', '--session', conversation_id], sandbox);
  }
  const list = await run(['workstream', 'list'], sandbox);
  assert.match(list.out, /PEOPLE\n.* 1\n$/);
  const { out } = await run(['workstream', 'show', 'pay'], sandbox);
  assert.match(out, /members\n {2}Ada\n {4}with codex\n {4}with codex\n/);
});

test('INV-1: a second invitation of an address ends the first, and says so', async ({
  sandbox,
}) => {
  const invite = ['invite', 'bob@example.com'];
  const first = await run(invite, sandbox);
  assert.not.match(first.err, 'already');
  const second = await run(invite, sandbox);
  assert.match(second.err, 'An invitation to this address was open already. It ends with this one');
  const { invitations } = await json<{ invitations: unknown[] }>(
    ['workspace', 'invitations'],
    sandbox,
  );
  assert.is(invitations.length, 1);
  const his = await makeSandbox();
  const join_ = first.out.trim().split(' ').slice(1);
  const refused = await run([...join_, '--no-daemon', '--name', 'Bob'], his);
  await his.remove();
  assert.is(refused.code, 1);
  assert.match(refused.err, 'Ask for a new one');
});

test('DEC-5: a second fresh decision of one title is told of the first', async ({ sandbox }) => {
  const first = await json<{ id: string }>(['decide', 'Sessions live in Redis'], sandbox);
  const { code, out } = await run(['decide', 'sessions live in  redis'], sandbox);
  assert.is(code, 0);
  assert.match(out, /^Recorded dec_\w+: /);
  assert.match(out, `${first.id} has this title too, and counts beside it.`);
  assert.match(out, `--supersedes ${first.id}`);
});

test('DEC-19: a decision about the same symbol is named, with the command that supersedes it', async ({
  sandbox,
  url,
  key,
}) => {
  const { workspaces } = await json<{ workspaces: { id: string }[] }>(
    ['workspace', 'list'],
    sandbox,
  );
  const id = workspaces[0]?.id ?? '';
  const files = [fileOf('src/auth.ts', ['login'])];
  await toRelay({ relay: url, key }).client.call('publishSymbols', { id, files });
  const about = ['--file', 'src/auth.ts', '--force'];
  const first = await run(['decide', 'login takes a name', ...about], sandbox);
  assert.not.match(first.out, 'also decided');
  const second = await run(['decide', 'login takes an address', ...about], sandbox);
  const earlier = /dec_\w+/.exec(first.out)?.[0] ?? '';
  assert.match(
    second.out,
    `${earlier} “login takes a name” is also decided about src/auth.ts#login,`,
  );
  assert.match(second.out, `coord decide TITLE --supersedes ${earlier}`);
  const replaced = await run(
    ['decide', 'login takes both', ...about, '--supersedes', earlier],
    sandbox,
  );
  assert.not.match(replaced.out, `${earlier} “login`);
});

test('CMD-6: outside of a repository decide says for which workspace', async ({ sandbox }) => {
  const there = { directory: sandbox.folder };
  const { out } = await run(['decide', 'Redis'], sandbox, there);
  assert.match(out, /^Recorded dec_\w+: Redis, in the workspace shop\.\n$/);
  assert.match((await run(['decide', 'Postgres'], sandbox)).out, /: Postgres\.\n$/);
  for (const args of [
    ['gate', 'discover'],
    ['watch', '--once'],
  ]) {
    const { code, err } = await run(args, sandbox, there);
    assert.is(code, 1, args.join(' '));
    assert.match(err, /^coord: \S+ is not inside a Git repository\. Change into one, or make one/);
  }
});

test('CMD-6: a bare repository is called so, with what it lacks', async ({ sandbox }) => {
  const bare = join(sandbox.folder, 'bare.git');
  execFileSync('git', ['init', '-q', '--bare', bare]);
  for (const directory of [bare, join(bare, 'hooks')]) {
    const { code, err } = await run(['init'], sandbox, { directory });
    assert.is(code, 1);
    assert.match(err, /is in a bare repository, .* Make a work tree .*: git worktree add PATH/);
  }
});

test('CMD-6: the folder around a bare clone and its work trees is no work tree', async ({
  sandbox,
}) => {
  const shop = join(sandbox.folder, 'around');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: shop, stdio: 'ignore' });
  const named = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  mkdirSync(shop);
  git('init', '-q', '--bare', '.bare');
  writeFileSync(join(shop, '.git'), 'gitdir: ./.bare\n');
  const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
  git('hash-object', '-t', 'tree', '-w', '/dev/null');
  const commit = execFileSync('git', [...named, 'commit-tree', '-m', 'first', empty], {
    cwd: shop,
    encoding: 'utf8',
  }).trim();
  git('worktree', 'add', '-q', '-b', 'main', 'tree', commit);
  const { code, err } = await run(['init'], sandbox, { directory: shop });
  assert.is(code, 1);
  assert.match(err, /is in a bare repository, .* Make a work tree .*: git worktree add PATH/);
  assert.equal(readdirSync(shop).sort(), ['.bare', '.git', 'tree']);
  const inTree = await run(['init'], sandbox, { directory: join(shop, 'tree') });
  assert.is(inTree.code, 0, inTree.err);
});

test('CMD-6: two reasons why a decision ended stand apart', () => {
  const superseded_by = 'dec_2';
  const stale_symbol = 'src/users.ts#findUser';
  const both = stateText({ state: 'ended', superseded_by, stale_symbol });
  assert.is(both, 'ended: superseded by dec_2; src/users.ts#findUser has changed');
});

test('CMD-6: a watch with nothing to follow says how to begin', async ({ sandbox }) => {
  execFileSync('git', ['remote', 'add', 'origin', sandbox.repository], { cwd: sandbox.repository });
  const { out } = await run(['watch', '--once'], sandbox);
  assert.match(out, /^Nothing to do: no workstream is active\. Start one: coord workstream start/);
});

test.run();

interface WithDaemon {
  sandbox: Sandbox;
  daemon: Running;
  keyFile: string;
}

const local = suite<WithDaemon>('plain answers of a daemon');

local.before.each(async (context) => {
  const { repository } = (context.sandbox = await makeSandbox());
  writeFileSync(join(repository, 'a.ts'), 'export function login() {}\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', 'first');
  context.daemon = start(['daemon', '--port', '0', '--json'], context.sandbox);
  const ready = JSON.parse(await context.daemon.line()) as { key_file: string };
  context.keyFile = ready.key_file;
});
local.after.each(async ({ sandbox, daemon }) => {
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
  await sandbox.remove();
});

local('HKS-1: a hook says in the words of the daemon why it was refused', async ({ sandbox }) => {
  const event = JSON.stringify({ session_id: 'one', hook_event_name: 'PreToolUse' });
  const unknown = await hookIn(sandbox, ['hook', 'nope', 'PreToolUse'], event);
  assert.match(unknown, 'coord knows no client nope. It knows: claude-code, codex');
  const broken = await hookIn(sandbox, ['hook', 'claude-code', 'PreToolUse'], '{"session');
  assert.match(broken, /refused this call, so it was not checked\. .*JSON/);
  assert.not.match(unknown + broken, 'does not answer');
});

local(
  'LOC-6: a key that a daemon does not act with is said to be unused',
  async ({ sandbox, keyFile }) => {
    const own = readFileSync(keyFile, 'utf8').trim();
    const errorsWith = async (key: string) =>
      (await run(['whoami'], sandbox, { environment: { COORD_KEY: key } })).err;
    assert.match(await errorsWith('coord_of-somebody-else'), 'COORD_KEY is not used here');
    assert.not.match(await errorsWith(own), 'COORD_KEY');
  },
);

local('LOC-6: a relay that a daemon is not connected to is said to be unused', async (context) => {
  const environment = { COORD_RELAY: 'https://coord.example.com' };
  const { err } = await run(['whoami'], context.sandbox, { environment });
  assert.match(err, /COORD_RELAY is not used here: .* has a relay within it.*--relay URL/);
});

async function hookIn(sandbox: Sandbox, args: string[], input: string): Promise<string> {
  const { out, err } = await run(args, sandbox, { input });
  return out + err;
}

local(
  'INI-1: init asks for no daemon where one runs, and status knows the hooks then',
  async ({ sandbox }) => {
    const before = await run(['status'], sandbox);
    assert.match(before.out, 'Agents appear once their client runs with hooks: coord init');
    const { out } = await run(['init', '--client', 'claude-code'], sandbox);
    assert.match(out, 'The daemon runs already');
    assert.not.match(out, 'tart the daemon');
    const { out: after } = await run(['status'], sandbox, { environment: { COLUMNS: '120' } });
    assert.match(
      after,
      'The hooks are in place: an agent appears here when its client starts next.',
    );
    assert.match(after, /\d\d:\d\d UTC\n$/);
  },
);

local('CMD-3: a negotiation about a file that is not there is not opened', async ({ sandbox }) => {
  mkdirSync(join(sandbox.repository, 'lib'));
  const open = ['negotiate', 'open', 'lib/nope.ts', '--rationale', 'a fix'];
  const { code, err } = await run(open, sandbox);
  assert.is(code, 1);
  assert.match(err, 'lib/nope.ts is neither in the work tree nor in Git');
});

local('WST-1: a slug that is taken is refused before a push is announced', async ({ sandbox }) => {
  const { repository } = sandbox;
  execFileSync('git', ['init', '-q', '--bare', `${repository}.git`]);
  execFileSync('git', ['remote', 'add', 'origin', `${repository}.git`], { cwd: repository });
  const begin = ['workstream', 'start', 'Pay'];
  assert.match((await run(begin, sandbox)).err, 'push it to origin');
  const { code, err } = await run(begin, sandbox);
  assert.is(code, 1);
  assert.not.match(err, 'push it to origin');
});

local('CMD-6: radar tells what the look cost only who asks for it', async ({ sandbox }) => {
  assert.not.match((await run(['radar'], sandbox)).out, ' ms, ');
  assert.match((await run(['radar', '--verbose'], sandbox)).out, / ms, /);
});

local.run();

const times = suite('times for people');

times('CMD-6: a time has one form', () => {
  const at = '2026-11-22T14:52:31.000Z';
  assert.is(shownTime(at), '14:52 UTC');
  assert.is(shownMoment(at), '2026-11-22 14:52 UTC');
  assert.is(shownWhen(at, Date.parse('2026-11-22T23:00:00Z')), '14:52 UTC');
  assert.is(shownWhen(at, Date.parse('2026-11-23T00:00:00Z')), '2026-11-22 14:52 UTC');
});

times.run();
