/** GAT-9, GAT-11: at the daemon Git says what a commit touches, and nobody else. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { edit, git, Sandbox, TestDaemon, write } from '../daemon/support.ts';

const gate = suite('what Git says at the gate');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
let daemon: TestDaemon;

gate.before(async () => {
  write(root, 'src/pay.ts', 'export function pay() {\n  return 1;\n}\n');
  write(root, 'test/pay.test.ts', "import { pay } from '../src/pay.ts';\npay();\n");
  write(root, 'test/auth.test.ts', "import { login } from '../src/auth.ts';\nlogin('a');\n");
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'tests');
  execFileSync('git', ['init', '-q', '--bare', join(root, '../bare')]);
  git(root, 'remote', 'add', 'origin', join(root, '../bare'));
  git(root, 'push', '-q', 'origin', 'main');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  const stream = { title: 'Guests', slug: 'guests', base_branch: 'main' };
  const started = await ask('workstreams', stream);
  assert.is(started.status, 201, started.text);
  git(root, 'checkout', '-q', '-B', 'coord/guests');
});

gate.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function ask(path: string, body: object) {
  return daemon.send('POST', `/workspaces/${daemon.workspaceId}/${path}`, body);
}

const result = (test_file: string) => ({ test_file, test_name: 'works', status: 'passed' });

function confirm(files: readonly string[], more: object = {}) {
  return ask('sync/confirm', { test_results: files.map(result), ...more });
}

/** Commits a change of one function, and answers the commit. */
function change(file: string, text: string): string {
  const before = readFileSync(join(root, file), 'utf8').match(/return (.*);/)?.[1] ?? '';
  edit(root, file, `return ${before}`, `return ${text}`);
  git(root, 'commit', '-q', '-am', `${file} ${text}`);
  return head();
}

function head(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

/** Calls a tool over HTTP at this daemon, as a client that names no workspace. */
async function tool(name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const { body, text } = await daemon.send('POST', '/mcp', message, accept);
  const { result } = body as { result: { isError?: true; structuredContent: object } };
  assert.not.ok(result.isError, text);
  return result.structuredContent as Readonly<Record<string, unknown>>;
}

gate('MCP-10: a tool over HTTP does here what only a daemon can do', async () => {
  const started = await tool('workstream_start', { title: 'Gifts', slug: 'gifts' });
  assert.match(String(started['git']), 'coord/gifts');
  execFileSync('git', ['rev-parse', '--verify', 'coord/gifts'], { cwd: root, stdio: 'ignore' });
  await tool('workstream_join', { slug: 'guests' });
  change('src/pay.ts', '9');
  const found = await tool('confirm_ready', { touched_files: ['other.ts'] });
  assert.equal(found['affected_tests'], ['test/pay.test.ts']);
  const absolute = join(root, 'src/pay.ts');
  const decided = await tool('decide', { title: 'One price', files: [absolute] });
  const decision = decided['decision'] as { files?: readonly string[] } | undefined;
  assert.equal(decision?.files ?? decided['files'], ['src/pay.ts']);
});

gate('GAT-9: a list of the caller never takes the place of what Git says', async () => {
  change('src/pay.ts', '2');
  const { body } = await confirm(['test/pay.test.ts'], { touched_files: ['other.ts'] });
  assert.is(body['phase'], 'confirmed', JSON.stringify(body));
  assert.is(body['verified'], true);
  assert.match(String(body['touched_note']), /touches src\/pay\.ts, .*does not touch other\.ts/);
  const recorded = await ask('sync/commit', { commit_sha: 'HEAD', files: ['other.ts'] });
  assert.is(recorded.status, 201, recorded.text);
  assert.equal(recorded.body['files'], ['src/pay.ts']);
  assert.equal(recorded.body['symbols'], ['src/pay.ts#pay']);
  assert.is(recorded.body['verified'], true);
  assert.match(String(recorded.body['touched_note']), /does not touch other\.ts/);
});

gate('GAT-9: a list that says what Git says is not remarked on', async () => {
  change('src/pay.ts', '3');
  const same = { touched_files: ['./src//pay.ts'], touched_symbols: ['src/pay.ts#pay'] };
  const { body } = await confirm(['test/pay.test.ts'], same);
  assert.is(body['touched_note'], undefined);
  const other = await confirm(['test/pay.test.ts'], { touched_symbols: ['src/pay.ts#refund'] });
  assert.match(String(other.body['touched_note']), /other symbols of src\/pay\.ts/);
});

gate('GAT-9: a branch that was pushed first hides nothing that is not recorded', async () => {
  change('src/auth.ts', '{ name, remembered: "pushed" }');
  change('src/pay.ts', '4');
  git(root, 'push', '-q', 'origin', 'HEAD');
  const tests = ['test/pay.test.ts', 'test/auth.test.ts'];
  assert.is((await confirm(tests)).body['phase'], 'confirmed');
  const recorded = await ask('sync/commit', { commit_sha: 'HEAD' });
  assert.equal(recorded.body['files'], ['src/auth.ts', 'src/pay.ts'], recorded.text);
});

gate('GAT-8: what another session holds is refused, whatever the list says', async () => {
  const write = { file_path: 'src/pay.ts', symbol_ids: ['src/pay.ts#pay'] };
  assert.is((await daemon.hook('postToolUse', 'holder', write))['ok'], true);
  const { session_id } = await daemon.hook('sessionStart', 'recorder');
  const commit_sha = change('src/pay.ts', '5');
  await confirm(['test/pay.test.ts'], {
    session_id,
    workstream_slug: 'guests',
    touched_files: ['other.ts'],
  });
  const asked = { commit_sha, session_id, workstream_slug: 'guests', files: ['other.ts'] };
  const refused = await ask('sync/commit', asked);
  assert.is(refused.status, 409, refused.text);
  assert.match(refused.text, /src\/pay\.ts#pay is held/);
  for (const conversation of ['holder', 'recorder']) await daemon.hook('sessionEnd', conversation);
});

gate('GAT-8: a commit of comments alone meets nobody who holds a symbol of the file', async () => {
  await confirm(['test/pay.test.ts']);
  assert.is((await ask('sync/commit', { commit_sha: 'HEAD' })).status, 201);
  const write = { file_path: 'src/pay.ts', symbol_ids: ['src/pay.ts#pay'] };
  await daemon.hook('postToolUse', 'holder', write);
  const { session_id } = await daemon.hook('sessionStart', 'recorder');
  appendFileSync(join(root, 'src/pay.ts'), '// Payments\n');
  git(root, 'commit', '-q', '-am', 'comment');
  const asked = { session_id, workstream_slug: 'guests', commit_sha: head() };
  const { body } = await confirm(['test/pay.test.ts'], asked);
  assert.is(body['phase'], 'confirmed', JSON.stringify(body));
  const recorded = await ask('sync/commit', asked);
  assert.is(recorded.status, 201, recorded.text);
  assert.equal(recorded.body['symbols'], ['src/pay.ts#~']);
  for (const conversation of ['holder', 'recorder']) await daemon.hook('sessionEnd', conversation);
});

gate(
  'GAT-8: a commit of a new function meets nobody who holds another part of the file',
  async () => {
    const write = { file_path: 'src/pay.ts', symbol_ids: ['src/pay.ts#'] };
    await daemon.hook('postToolUse', 'holder', write);
    const { session_id } = await daemon.hook('sessionStart', 'recorder');
    appendFileSync(join(root, 'src/pay.ts'), 'export function refund() {\n  return 0;\n}\n');
    git(root, 'commit', '-q', '-am', 'refund');
    const asked = { session_id, workstream_slug: 'guests', commit_sha: head() };
    await confirm(['test/pay.test.ts'], asked);
    const recorded = await ask('sync/commit', asked);
    assert.is(recorded.status, 201, recorded.text);
    assert.equal(recorded.body['symbols'], ['src/pay.ts#refund']);
    for (const conversation of ['holder', 'recorder'])
      await daemon.hook('sessionEnd', conversation);
  },
);

gate('GAT-8: a commit in one method does not meet who holds another one of the class', async () => {
  const file = 'src/till.ts';
  const text =
    'export class Till {\n  open() {\n    return 1;\n  }\n\n  close() {\n    return 2;\n  }\n}\n';
  write(root, file, text);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'till');
  const first = { workstream_slug: 'guests', commit_sha: head() };
  await confirm(['test/pay.test.ts'], first);
  assert.is((await ask('sync/commit', first)).status, 201);
  const hold = { file_path: file, symbol_ids: [`${file}#Till.open`] };
  assert.is((await daemon.hook('postToolUse', 'holder', hold))['ok'], true);
  const { session_id } = await daemon.hook('sessionStart', 'recorder');
  edit(root, file, 'return 2', 'return 3');
  git(root, 'commit', '-q', '-am', 'close');
  const beside = { session_id, workstream_slug: 'guests', commit_sha: head() };
  const named = { ...beside, touched_symbols: [`${file}#Till`] };
  const { body } = await confirm(['test/pay.test.ts'], named);
  assert.equal([body['phase'], body['touched_note']], ['confirmed', undefined]);
  const recorded = await ask('sync/commit', beside);
  assert.is(recorded.status, 201, recorded.text);
  assert.equal(recorded.body['symbols'], [`${file}#Till.close`]);
  edit(root, file, 'return 1', 'return 4');
  git(root, 'commit', '-q', '-am', 'open');
  const over = { ...beside, commit_sha: head() };
  await confirm(['test/pay.test.ts'], over);
  const refused = await ask('sync/commit', over);
  assert.match(refused.text, /src\/till\.ts#Till\.open is held/);
  await policy('symbols');
  git(root, 'reset', '-q', '--hard', 'HEAD~1');
  edit(root, file, 'return 3', 'return 5');
  git(root, 'commit', '-q', '-am', 'close again');
  const together = { ...beside, commit_sha: head() };
  await confirm(['test/pay.test.ts'], together);
  assert.match((await ask('sync/commit', together)).text, /src\/till\.ts#Till\.open is held/);
  await policy('members');
  for (const conversation of ['holder', 'recorder']) await daemon.hook('sessionEnd', conversation);
});

async function policy(conflict_policy: string): Promise<void> {
  const path = `/workspaces/${daemon.workspaceId}`;
  assert.is((await daemon.send('PATCH', path, { conflict_policy })).status, 200);
}

gate('GAT-11: the tests that the commit can affect have to be among the results', async () => {
  change('src/auth.ts', '{ name, remembered: "left out" }');
  const { body } = await confirm(['test/pay.test.ts']);
  assert.is(body['phase'], 'incomplete', JSON.stringify(body));
  assert.equal(body['left_out'], ['test/auth.test.ts']);
  assert.is(body['receipt_id'], undefined);
  const absolute = [join(root, 'test/auth.test.ts'), `file://${join(root, 'test/pay.test.ts')}`];
  assert.is((await confirm(absolute)).body['phase'], 'confirmed');
});

gate('GAT-11: a part of the whole suite is no whole suite, and that is said', async () => {
  write(root, 'pricing/rates.py', 'RATE = 1\n');
  write(root, 'pricing/test_rates.py', 'import rates\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'rates');
  const { body } = await ask('sync/confirm', {});
  assert.is(body['whole_suite'], true, JSON.stringify(body));
  const known = ['test/pay.test.ts', 'test/auth.test.ts', 'pricing/test_rates.py'];
  assert.is((await confirm(known)).body['reason'], undefined);
  // A file of tests that was touched is one that has to be run (GAT-11).
  assert.equal((await confirm(known.slice(0, 2))).body['left_out'], [known[2]]);
  edit(root, 'pricing/rates.py', '1', '2');
  git(root, 'commit', '-q', '-am', 'other rates');
  await ask('sync/commit', { commit_sha: 'HEAD~1' });
  const some = await confirm(['test/pay.test.ts']);
  assert.equal([some.body['phase'], some.body['verified']], ['confirmed', true], some.text);
  const note =
    /pricing\/rates\.py is no .* name 1 of 3 test files that are known, and not pricing\//;
  assert.match(String(some.body['reason']), note);
  const recorded = await ask('sync/commit', { commit_sha: 'HEAD' });
  assert.match(String(recorded.body['tests_note']), note, recorded.text);
});

gate(
  'GAT-9: a first commit touches all of its files; where a shallow clone ends nobody knows',
  async () => {
    git(root, 'checkout', '-q', '--orphan', 'first');
    git(root, 'commit', '-q', '-m', 'anew');
    const stream = { title: 'Anew', slug: 'anew', base_branch: 'main' };
    await daemon.send('POST', `/workspaces/${daemon.workspaceId}/workstreams`, stream);
    // What has no history in common could not be pushed to a branch that is there (GAT-16).
    git(root, 'push', '-q', 'origin', ':refs/heads/coord/anew');
    const asked = { workstream_slug: 'anew', commit_sha: head() };
    const first = await confirm(['test/pay.test.ts'], asked);
    assert.is(first.body['verified'], true, first.text);
    const recorded = await ask('sync/commit', { ...asked, files: [] });
    assert.is(recorded.status, 201, recorded.text);
    const files = ['src/auth.ts', 'src/pay.ts', 'test/auth.test.ts', 'test/pay.test.ts'];
    assert.equal(
      (recorded.body['files'] as string[]).filter((one) => files.includes(one)),
      files,
    );
    git(root, 'commit', '-q', '--allow-empty', '-m', 'second');
    writeFileSync(join(root, '.git/shallow'), `${head()}\n`);
    const cut = await confirm(['test/pay.test.ts'], { ...asked, commit_sha: head() });
    git(root, 'checkout', '-q', 'coord/guests');
    rmSync(join(root, '.git/shallow'));
    assert.is(cut.body['verified'], false, cut.text);
  },
);

gate(
  'GAT-4: a commit that contains a retracted one is said, until a commit reverts it',
  async () => {
    const tests = ['test/pay.test.ts', 'test/auth.test.ts'];
    const bad = change('src/pay.ts', '666');
    const { receipt_id } = (await confirm(tests)).body;
    assert.is((await ask('sync/commit', { commit_sha: bad })).status, 201);
    assert.is((await ask('sync/retract', { receipt_id, reason: 'breaks' })).status, 200);
    change('src/auth.ts', '{ name, on: "top" }');
    const said = new RegExp(`contains ${bad.slice(0, 12)}, which was retracted`);
    assert.match(String((await confirm(tests)).body['touched_note']), said);
    const recorded = await ask('sync/commit', { commit_sha: 'HEAD' });
    assert.match(String(recorded.body['touched_note']), said, recorded.text);
    git(root, 'revert', '--no-edit', bad);
    const reverted = await confirm(tests);
    assert.is(reverted.body['phase'], 'confirmed', reverted.text);
    assert.is(reverted.body['touched_note'], undefined);
  },
);

gate('GAT-9: a commit that this repository does not have is not verified', async () => {
  const commit_sha = 'ab'.repeat(20);
  const asked = { workstream_slug: 'guests', commit_sha, touched_files: ['src/far.ts'] };
  const { body } = await confirm(['test/far.test.ts'], asked);
  assert.equal([body['phase'], body['verified']], ['confirmed', false], JSON.stringify(body));
  const recorded = await ask('sync/commit', { commit_sha, workstream_slug: 'guests' });
  assert.is(recorded.body['verified'], false, recorded.text);
});

gate.run();
