/** SYM-6: what a person changes in an editor, beside the agents, and what only git moves. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFeed, type FeedEvent, type FeedReader } from '../support/streams.ts';
import { eventually } from '../support/waiting.ts';
import { authSource, Sandbox, TestDaemon, edit, git, write } from './support.ts';

const test = suite('edits by hand');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const path = 'src/auth.ts';
let daemon: TestDaemon;
let feed: FeedReader;

test.before(async () => {
  git(root, 'checkout', '-qb', 'other');
  write(root, path, authSource.replace('gone: false', 'gone: 4'));
  git(root, 'commit', '-qam', 'other');
  git(root, 'checkout', '-qb', 'cart');
  write(root, 'src/cart.ts', 'export function total() { return 1; }\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'cart');
  git(root, 'checkout', '-q', 'main');
  write(root, '.gitignore', 'drafts/\n');
  write(root, 'drafts/note.ts', 'export function note() { return 1; }\n');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  const headers = { authorization: `Bearer ${daemon.token}` };
  const feedPath = `/workspaces/${daemon.workspaceId}/feed`;
  feed = await openFeed({ url: daemon.daemon.url, path: feedPath, headers });
  await eventually('the graph', async () => ((await hashes(path)).size === 2 ? true : undefined));
  // The directories are being watched when an edit arrives.
  await eventually('the watcher', () => {
    write(root, 'src/mark.ts', `export const mark = () => ${Math.random()};\n`);
    return delay(500).then(async () => ((await hashes('src/mark.ts')).size > 0 ? true : undefined));
  });
});

test.after(async () => {
  feed.close();
  await daemon.daemon.close();
  sandbox.remove();
});

interface Stale {
  readonly symbol: string;
  readonly user: string;
  readonly session_id: string;
}

/** The meanings of the file's symbols as the team knows them. */
async function hashes(file: string): Promise<Map<string, string>> {
  const { workspaceId } = daemon;
  const { body } = await daemon.send('GET', `/workspaces/${workspaceId}/symbols?file=${file}`);
  const found = body['symbols'] as { name: string; meaning_hash: string }[];
  return new Map(found.map((one) => [one.name, one.meaning_hash]));
}

async function otherThan(before: Map<string, string>, file: string): Promise<void> {
  await eventually(`${file} to be published`, async () => {
    const now = await hashes(file);
    return [...now].join() === [...before].join() ? undefined : true;
  });
}

function move(from: string, to: string): void {
  renameSync(join(root, from), join(root, to));
}

async function decide(title: string): Promise<string> {
  const made = { workspace_id: daemon.workspaceId, title, files: [path] };
  return String((await daemon.send('POST', '/decisions', made)).body['id']);
}

async function staleMark(id: string): Promise<Stale> {
  const fits = ({ type, data }: FeedEvent) =>
    type === 'decision_stale' && (data['decision'] as { id: string }).id === id;
  return (await feed.inbox.find('the mark', fits)).data as unknown as Stale;
}

async function stateOf(id: string): Promise<unknown> {
  const { body } = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/decisions/${id}`);
  return body['state'];
}

/** What is edited after it is published after it, or with it. */
async function publishesNothing(what: string, act: () => void): Promise<void> {
  const [before, mark] = [await hashes(path), await hashes('src/mark.ts')];
  act();
  write(root, 'src/mark.ts', `export const mark = () => ${Math.random()};\n`);
  await otherThan(mark, 'src/mark.ts');
  assert.equal(await hashes(path), before, what);
}

test('SYM-6 an edit by hand makes the decision stale, and names the user and no session', async () => {
  await daemon.claude('SessionStart', 'beside');
  const id = await decide('login is settled');
  edit(root, path, 'remembered: false', 'remembered: true');
  const mark = await staleMark(id);
  assert.is(mark.symbol, `${path}#login`);
  assert.is(mark.session_id, '');
  assert.ok(mark.user.length > 0, 'the user of the daemon');
  const { text } = await daemon.claude('UserPromptSubmit', 'beside', { prompt: 'go on' });
  assert.not.match(text, 'you have just');
});

test('SYM-6 an agent that writes another symbol right after is blamed for its own alone', async () => {
  const [byHand, byAgent] = [await decide('login is for people'), await decide('logout stays')];
  await daemon.claude('SessionStart', 'agent');
  edit(root, path, 'remembered: true', 'remembered: 7');
  const told = await daemon.edits('agent', path, ['gone: false', 'gone: true']);
  assert.match(told, `${path}#logout`);
  assert.not.match(told, `${path}#login`);
  const mark = await staleMark(byHand);
  assert.is(mark.session_id, '', 'nobody has written login by a tool');
  const own = await staleMark(byAgent);
  assert.is.not(own.session_id, '');
});

test('SYM-6 an edit that is committed at once is published all the same', async () => {
  const id = await decide('login has a number');
  edit(root, path, 'remembered: 7', 'remembered: 8');
  git(root, 'commit', '-qam', 'third');
  assert.is((await staleMark(id)).session_id, '');
});

for (const [how, takeBack] of [
  ['stashed', () => git(root, 'stash')],
  ['checked out again', () => git(root, 'checkout', '-q', '--', path)],
  ['reset', () => git(root, 'reset', '-q', '--hard')],
  ['undone', () => edit(root, path, 'remembered: 9', 'remembered: 8')],
] as const) {
  test(`SYM-6 an edit that is ${how} is taken back for the team`, async () => {
    const before = await hashes(path);
    edit(root, path, 'remembered: 8', 'remembered: 9');
    await otherThan(before, path);
    const edited = await hashes(path);
    takeBack();
    await otherThan(edited, path);
    assert.equal(await hashes(path), before);
  });
}

test('SYM-6 DEC-18 a symbol that is removed by hand and checked out again makes its decision fresh again', async () => {
  const id = await decide('logout is a function');
  const before = await hashes(path);
  edit(root, path, 'export function logout', 'export const other = () => 1;\nfunction later');
  await otherThan(before, path);
  assert.is(await stateOf(id), 'stale');
  const edited = await hashes(path);
  git(root, 'checkout', '-q', '--', path);
  await otherThan(edited, path);
  assert.is(await stateOf(id), 'fresh');
});

test("DEC-18 an agent's edit that git takes back at once leaves its decision fresh", async () => {
  const id = await decide('logout is gone');
  const before = await hashes(path);
  const tool = {
    tool_name: 'Edit',
    tool_use_id: 'toolu_hasty',
    tool_input: { file_path: join(root, path), old_string: 'gone: true', new_string: 'gone: 3' },
  };
  await daemon.claude('SessionStart', 'hasty');
  await daemon.claude('PreToolUse', 'hasty', tool);
  edit(root, path, 'gone: true', 'gone: 3');
  // The watcher has told of the edit before the client reports it.
  await delay(300);
  assert.match((await daemon.claude('PostToolUse', 'hasty', tool)).text, `${path}#logout`);
  assert.is(await stateOf(id), 'stale');
  git(root, 'checkout', '-q', '--', path);
  await eventually('the decision to be fresh', async () =>
    (await stateOf(id)) === 'fresh' ? true : undefined,
  );
  assert.equal(await hashes(path), before);
});

test('SYM-6 a revert is published as the edit that it is', async () => {
  const before = await hashes(path);
  edit(root, path, 'remembered: 8', 'remembered: 9');
  git(root, 'commit', '-qam', 'nine');
  await otherThan(before, path);
  const edited = await hashes(path);
  git(root, 'revert', '--no-edit', 'HEAD');
  await otherThan(edited, path);
  assert.equal(await hashes(path), before);
});

test('SYM-3 SYM-6 the checkout of another branch publishes nothing', async () => {
  const id = await decide('logout is settled');
  await publishesNothing('git checkout', () => git(root, 'checkout', '-q', 'other'));
  await publishesNothing('git checkout back', () => git(root, 'checkout', '-q', 'main'));
  assert.is(await stateOf(id), 'fresh');
});

/** What somebody without coord commits in a clone of theirs. */
function committedElsewhere(name: string, change: (text: string) => string): string {
  const upstream = sandbox.clone(root, name);
  write(upstream, path, change(readFileSync(join(upstream, path), 'utf8')));
  git(upstream, 'commit', '-qam', name);
  return upstream;
}

test('SYM-9 what a pull brings makes the decision stale, and is nobody’s', async () => {
  const id = await decide('logout answers once');
  const upstream = committedElsewhere('upstream', (text) => text.replace(/gone: \w+/, 'gone: 5'));
  git(root, 'pull', '-q', '--no-rebase', upstream, 'main');
  const mark = await staleMark(id);
  assert.equal([mark.symbol, mark.user, mark.session_id], [`${path}#logout`, '', '']);
});

test('SYM-9 a pull leaves alone what others have written since, and what the team knows is no change', async () => {
  const upstream = committedElsewhere('again', (text) =>
    text.replace(/remembered: \w+/, 'remembered: 20').replace(/gone: \w+/, 'gone: 20'),
  );
  const known = await hashes(path);
  const now = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/symbols?file=${path}`);
  const symbols = (now.body['symbols'] as Record<string, unknown>[]).map((one) =>
    one['name'] === 'login' ? { ...one, meaning_hash: 'written-by-another-clone' } : one,
  );
  const publication = { files: [{ path, symbols, parsed: true }] };
  const sent = await daemon.send('POST', `/workspaces/${daemon.workspaceId}/symbols`, publication);
  assert.is(sent.status, 200, JSON.stringify(sent.body));
  git(root, 'pull', '-q', '--no-rebase', upstream, 'main');
  await eventually('logout to be published', async () =>
    (await hashes(path)).get('logout') === known.get('logout') ? undefined : true,
  );
  assert.is((await hashes(path)).get('login'), 'written-by-another-clone');
});

test('SYM-3 a file that a checkout brings and the team does not have is added', async () => {
  git(root, 'checkout', '-q', 'cart');
  await eventually('the file', async () =>
    (await hashes('src/cart.ts')).has('total') ? true : undefined,
  );
});

for (const [how, away, back] of [
  [
    'deleted and checked out',
    () => rmSync(join(root, path)),
    () => git(root, 'checkout', '-q', path),
  ],
  ['moved away and back', () => move(path, '../kept.ts'), () => move('../kept.ts', path)],
] as const) {
  test(`SYM-3 SYM-6 a file that is ${how} again has its symbols again`, async () => {
    const names = [...(await hashes(path)).keys()];
    assert.is(names.length, 2);
    away();
    await eventually('the symbols to go', async () =>
      (await hashes(path)).size === 0 ? true : undefined,
    );
    back();
    await eventually('the symbols to come', async () =>
      (await hashes(path)).size > 0 ? true : undefined,
    );
    assert.equal([...(await hashes(path)).keys()], names);
  });
}

test('SYM-3 a file that git ignores no more is added', async () => {
  assert.is((await hashes('drafts/note.ts')).size, 0);
  write(root, '.gitignore', '\n');
  await eventually('the file', async () =>
    (await hashes('drafts/note.ts')).has('note') ? true : undefined,
  );
});

test.run();
