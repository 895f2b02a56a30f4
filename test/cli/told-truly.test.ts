/** What is said of an empty list, of a rule that is in force, and of who is a member already. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, start, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('told truly');

withOwnRelay(test);

test('CMD-5 a filter that nothing matches is named, and an unknown workstream refused', async ({
  sandbox,
}) => {
  await run(['decide', 'Sessions live in Redis'], sandbox);
  const cases: readonly (readonly [string[], string])[] = [
    [['decisions', 'list', '--state', 'stale'], 'No decisions match --state stale.'],
    [['conventions', 'list', '--file', 'a.ts'], 'No conventions match --file a.ts.'],
    [['tasks', 'list', '--status', 'done'], 'No tasks match --status done.'],
    [['negotiate', 'list', '--status', 'open'], 'No negotiations match --status open.'],
    [['workstream', 'list', '--status', 'completed'], 'No workstreams match --status completed.'],
    [['gate', 'flakes', '--file', 'a.ts'], 'No flakes match --file a.ts.'],
    // As a shell completes it.
    [['gate', 'flakes', '--file', './a.ts'], 'No flakes match --file a.ts.'],
    [['conventions', 'list', '--file', './src/../a.ts'], 'No conventions match --file a.ts.'],
  ];
  for (const [args, expected] of cases) {
    const { out, err } = await run(args, sandbox);
    assert.ok(out.startsWith(expected), `${out}${err}`);
  }
  const unknown = await run(['tasks', 'list', '--workstream', 'nope'], sandbox);
  assert.is(unknown.code, 1);
  assert.match(unknown.err, 'coord workstream list');
});

test('LOC-6: where a relay refuses the key of the environment, that is named', async ({
  sandbox,
}) => {
  const environment = { COORD_KEY: 'coord_mistyped' };
  const named = /Invalid API key.*The key is that of COORD_KEY/;
  assert.match((await run(['decisions', 'list'], sandbox, { environment })).err, named);
  assert.match((await run(['doctor'], sandbox, { environment })).out, named);
  const given = ['decisions', 'list', '--key', 'coord_other'];
  assert.not.match((await run(given, sandbox, { environment })).err, 'is that of COORD_KEY');
});

test('LOC-6 a key with spaces around it is taken, and one that is no key is refused', async ({
  sandbox,
  url,
  key,
}) => {
  const padded = { COORD_RELAY: `${url}/`, COORD_KEY: ` ${key}\r\n` };
  const list = await run(['decisions', 'list'], sandbox, { environment: padded });
  assert.is(list.code, 0, list.err);
  const environment = { ...padded, COORD_KEY: 'coord_ü\nx' };
  for (const args of [['decisions', 'list'], ['daemon', '--port', '0'], ['whoami']]) {
    const { code, err } = await run(args, sandbox, { environment });
    assert.is(code, 2, err);
    assert.match(err, 'COORD_KEY has no key of coord');
  }
  const { code, err } = await run(['decisions', 'list', '--key', 'coord_ü'], sandbox);
  assert.is(code, 2, err);
  assert.match(err, '--key has no key of coord');
});

test('CNV-5 an owner is told that a rule is in force at once, and what undoes it', async ({
  sandbox,
}) => {
  const propose = ['conventions', 'propose', 'No docs', '--tier', 'must', '--file', 'docs/**'];
  const made = await run(propose, sandbox);
  const id = /cnv_\w+/.exec(made.out)?.[0] ?? '';
  assert.match(made.out, 'In force now: every write to docs/** is denied.');
  assert.match(made.out, `Undo: coord conventions retire ${id}`);
  const again = await run(['conventions', 'accept', id], sandbox);
  assert.match(again.out, 'is in force already');
});

test('ACC-3 a member keeps the role that nobody names, and is removed by address', async ({
  sandbox,
}) => {
  const email = 'bob@example.com';
  await json(['relay', 'user', 'add', '--email', email, '--name', 'Bob'], sandbox);
  await run(['workspace', 'add-member', email, '--role', 'admin'], sandbox);
  const again = await run(['workspace', 'add-member', email], sandbox);
  assert.match(again.out, 'Bob is admin of');
  assert.match(again.out, 'already');
  await run(['workspace', 'add-member', email, '--role', 'member'], sandbox);
  const feed = await run(['feed', '--no-follow'], sandbox);
  assert.match(feed.out, 'Bob joined as admin');
  assert.match(feed.out, 'Bob is member now');
  const listed = await run(['decisions', 'list', '--made-by', email], sandbox);
  assert.match(listed.out, `No decisions match --made-by ${email}.`);
  const unknown = await run(['decisions', 'list', '--made-by', 'zed@example.com'], sandbox);
  assert.match(unknown.err, 'coord workspace members');
  const removed = await run(['workspace', 'remove-member', email], sandbox);
  assert.is(removed.code, 0, removed.err);
  assert.match(removed.out, `${email} is no longer in`);
});

test('a workspace that was made in the clone is the clone’s, and nothing is doubted', async ({
  sandbox,
}) => {
  const chosen = await readFile(join(sandbox.repository, '.git/coord/workspace'), 'utf8');
  assert.is(chosen, 'shop\n');
  const daemon = start(['daemon', '--port', '0'], sandbox);
  assert.match(await daemon.line(), /listens on .* for shop$/);
  assert.match(await daemon.line(), /^Next, in another terminal: coord init/);
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
});

test('the work tree of a bare clone is called by the name of its repository', async ({
  sandbox,
}) => {
  const bare = join(sandbox.folder, 'shop.git');
  const linked = join(sandbox.folder, 'shop-main');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: bare, encoding: 'utf8' });
  execFileSync('git', ['init', '-q', '--bare', bare]);
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  const tree = git('hash-object', '-t', 'tree', '-w', '/dev/null').trim();
  git('worktree', 'add', '-q', '-b', 'main', linked, git('commit-tree', '-m', '1', tree).trim());
  const daemon = start(['daemon', '--port', '0'], sandbox, { directory: linked });
  assert.match(await daemon.line(), /listens on .* for shop$/);
  assert.match(await daemon.line(), /^Next, in another terminal: coord init/);
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
});

test('CMD-6 who starts it by npm start is told how to get the command', async ({ sandbox }) => {
  const clone = '/somewhere/coord';
  const environment = {
    npm_lifecycle_event: 'start',
    npm_package_json: `${clone}/package.json`,
  };
  const daemon = start(['daemon', '--port', '0'], sandbox, { environment });
  await daemon.line();
  assert.match(await daemon.line(), /^Next, in another terminal: coord init/);
  assert.match(await daemon.line(), `In ${clone}, once: npm link`);
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
});

test('CMD-6 whoever makes a workspace is told at which relay it is', async ({ sandbox, url }) => {
  const made = await run(['workspace', 'create', 'tea'], sandbox);
  assert.match(made.out, new RegExp(`^Made the workspace tea \\(ws_\\w+\\) at ${url}\\.\n`));
  const alone = { ...sandbox, home: `${sandbox.home}-of-one` };
  const daemon = start(['daemon', '--port', '0', '--json'], alone);
  await daemon.line();
  const inside = await run(['workspace', 'create', 'milk'], alone);
  daemon.stop();
  await daemon.finished;
  assert.match(inside.out, /\) in the relay inside of this repository's daemon, .* --relay URL/);
});

test('CMD-6 a list of stale decisions goes on where it says', async ({ sandbox }) => {
  const unknown = await run(['decisions', 'stale', '--before', 'nowhere'], sandbox);
  assert.not.match(unknown.err, 'unknown option');
  assert.match((await run(['decisions', 'stale', '--help'], sandbox)).out, '--before <cursor>');
});

test.run();
