/** GAT-17: HEAD and the branch are each work tree's own, so the gate goes by the one that its caller stands in. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommitRecord } from '../../shared/gate/contract.ts';
import { ToolForwarder } from '../../daemon/mcp/tool-forwarder.ts';
import { run, type Sandbox as Place } from '../cli/support.ts';
import { edit, git, Sandbox, TestDaemon, write } from '../daemon/support.ts';

const test = suite('the gate from a linked work tree');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const linked = join(root, '../linked');
const home = sandbox.folder('home');
const place: Place = {
  folder: join(root, '..'),
  home,
  repository: linked,
  remove: () => Promise.resolve(),
};
let daemon: TestDaemon;

const own = 'linked';
const passing = ['--', process.execPath, '-e', ''];

test.before(async () => {
  execFileSync('git', ['init', '-q', '--bare', join(root, '../bare')]);
  git(root, 'remote', 'add', 'origin', join(root, '../bare'));
  git(root, 'push', '-q', 'origin', 'main');
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
  for (const slug of ['main-tree', own]) await startStream(slug);
  git(root, 'checkout', '-q', 'coord/main-tree');
  commit(root, 'remembered: 1');
  git(root, 'worktree', 'add', '-q', linked, `coord/${own}`);
  write(linked, 'test/linked.test.ts', "import { login } from '../src/auth.ts';\nlogin('a');\n");
  git(linked, 'add', '-A');
  commit(linked, 'remembered: 2');
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function startStream(slug: string) {
  const stream = { title: slug, slug, base_branch: 'main' };
  return daemon.send('POST', `/workspaces/${daemon.workspaceId}/workstreams`, stream);
}

function commit(tree: string, text: string): string {
  edit(tree, 'src/auth.ts', /remembered: \w+/.exec(textIn(tree))?.[0] ?? '', text);
  git(tree, 'commit', '-q', '-am', text);
  return headOf(tree);
}

function textIn(tree: string): string {
  return execFileSync('git', ['show', 'HEAD:src/auth.ts'], { cwd: tree, encoding: 'utf8' });
}

function headOf(tree: string): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: tree, encoding: 'utf8' }).trim();
}

async function lastRecorded(): Promise<readonly [string, string] | undefined> {
  const path = `/workspaces/${daemon.workspaceId}/sync/commits`;
  const { commits } = (await daemon.send('GET', path)).body as { commits: CommitRecord[] };
  const [last] = commits;
  return last && [last.workstream, last.commit_sha];
}

async function coord(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args, place);
  assert.is(code, 0, err);
  return out;
}

test('GAT-17: discover names the tests of the branch that is checked out there', async () => {
  assert.is((await coord('gate', 'discover')).trim(), 'test/linked.test.ts');
  assert.is((await coord('gate', 'discover', '--commit', 'HEAD')).trim(), 'test/linked.test.ts');
});

test('GAT-17: run tests and records the commit that is checked out there', async () => {
  const out = await coord('gate', 'run', '--record', ...passing);
  assert.match(out, `on ${own}`);
  assert.equal(await lastRecorded(), [own, headOf(linked)]);
});

test('GAT-17: HEAD of a record is the one there, also where the other tree has a receipt for its own', async () => {
  const inMain = await run(['gate', 'run', ...passing], place, { directory: root });
  assert.match(inMain.out, `coord gate record ${headOf(root)} --workstream main-tree`);
  const made = commit(linked, 'remembered: 3');
  assert.match(await coord('gate', 'run', ...passing), `record ${made} --workstream ${own}`);
  await coord('gate', 'record', 'HEAD');
  assert.equal(await lastRecorded(), [own, made]);
});

test('GAT-17: on a branch of no workstream nothing of the other tree is run', async () => {
  git(linked, 'checkout', '-q', '-b', 'elsewhere');
  const { code, err } = await run(['gate', 'run', ...passing], place);
  git(linked, 'checkout', '-q', `coord/${own}`);
  assert.is(code, 2);
  assert.match(err, 'No workstream has the branch that you are on.');
});

test('GAT-17: what is proposed for the tests is read there', async () => {
  write(linked, '.coord/gate.json', JSON.stringify({ command: ['true'] }));
  assert.match(await coord('gate', 'trust', '--yes'), 'Trusted');
});

test('GAT-17: an agent whose client was started there has its tests named', async () => {
  const { socket } = daemon.daemon;
  const agent = new ToolForwarder({
    findDaemon: () => Promise.resolve({ socket, token: daemon.token }),
    conversationId: undefined,
    directory: linked,
    version: '1',
    clientName: () => undefined,
  });
  const answer = await agent.callTool({ name: 'confirm_ready', arguments: {} });
  agent.close();
  assert.match(JSON.stringify(answer), headOf(linked));
});

test('GAT-17: a folder outside of the repository says nothing', async () => {
  const elsewhere = sandbox.repository('other');
  git(elsewhere, 'checkout', '-q', '-b', `coord/${own}`);
  const headers = { 'x-coord-directory': encodeURIComponent(elsewhere) };
  const path = `/workspaces/${daemon.workspaceId}/sync/confirm`;
  const found = await daemon.send('POST', path, {}, headers);
  assert.is(found.body['commit_sha'], headOf(root), found.text);
});

test('GAT-17: a started workstream says what is checked out there', async () => {
  git(linked, 'checkout', '-q', '-b', 'coord/third');
  const out = await coord('workstream', 'start', 'Third', '--slug', 'third', '--base', 'main');
  assert.match(out, 'It is checked out.');
});

test.run();
