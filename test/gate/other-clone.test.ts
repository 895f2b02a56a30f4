/** GAT-0, GAT-9, GAT-11: two clones at one relay, of which one does not have the commit. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { edit, git, Sandbox, TestDaemon, TestRelay, write } from '../daemon/support.ts';

const gate = suite('a gate with two clones');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'coord.db'));
const root = sandbox.repository('ann');
let ann: TestDaemon;
let bob: TestDaemon;

gate.before(async () => {
  for (const name of ['iso', 'money']) {
    write(root, `src/${name}.ts`, `export function ${name}() {\n  return 1;\n}\n`);
    const text = `import { ${name} } from '../src/${name}.ts';\n${name}();\n`;
    write(root, `test/${name}.test.ts`, text);
  }
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'tests');
  execFileSync('git', ['init', '-q', '--bare', join(root, '../bare')]);
  git(root, 'remote', 'add', 'origin', join(root, '../bare'));
  git(root, 'push', '-q', 'origin', 'main');
  const other = sandbox.clone(root, 'bob');
  await relay.start();
  const owner = await relay.join('Ann');
  const member = await relay.join('Bob', owner);
  const at = (key: string) => ({ kind: 'remote', url: relay.url, key }) as const;
  ann = await TestDaemon.start(root, sandbox.folder('ann-home'), at(owner.key));
  bob = await TestDaemon.start(other, sandbox.folder('bob-home'), at(member.key));
  await ann.indexed();
  await bob.indexed();
  const stream = { title: 'Guests', slug: 'guests', base_branch: 'main' };
  assert.is((await ask(ann, 'workstreams', stream)).status, 201);
  git(root, 'checkout', '-q', '-B', 'coord/guests');
});

gate.after(async () => {
  for (const one of [bob, ann]) await one.daemon.close();
  await relay.stop();
  sandbox.remove();
});

function ask(daemon: TestDaemon, path: string, body: object) {
  const named = { workstream_slug: 'guests', ...body };
  return daemon.send('POST', `/workspaces/${daemon.workspaceId}/${path}`, named);
}

const settings = (fields: object) => ann.send('PATCH', `/workspaces/${ann.workspaceId}`, fields);

const result = (file: string) => ({ test_file: file, test_name: 'works', status: 'passed' });

function change(name: string, text: string): string {
  edit(root, `src/${name}.ts`, 'return ', `return ${text} + `);
  return committed();
}

function committed(): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'change');
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

/** A receipt from the clone that does not have the commit, for the results of another test. */
async function blindReceipt(commit_sha: string): Promise<string> {
  const { body } = await ask(bob, 'sync/confirm', {
    commit_sha,
    touched_files: ['docs/x.md'],
    test_results: [result('test/money.test.ts')],
  });
  assert.equal([body['phase'], body['verified']], ['confirmed', false], JSON.stringify(body));
  return String(body['receipt_id']);
}

gate('GAT-11: what a receipt of another clone left out is seen at the commit', async () => {
  const commit_sha = change('iso', '2');
  const receipt = await blindReceipt(commit_sha);
  const refused = await ask(ann, 'sync/commit', { commit_sha, receipt });
  assert.is(refused.status, 409, refused.text);
  assert.match(refused.text, /not recorded\. .*not run: test\/iso\.test\.ts\. Run it too/);
  await settings({ test_gaps: 'allowed' });
  const recorded = await ask(ann, 'sync/commit', { commit_sha, receipt });
  await settings({ test_gaps: 'refused' });
  assert.is(recorded.status, 201, recorded.text);
  assert.is(recorded.body['verified'], true);
  assert.equal(recorded.body['left_out'], ['test/iso.test.ts']);
});

gate('GAT-9: a clone without the commit says that, and what pushes it', async () => {
  const commit_sha = change('money', '2');
  git(root, 'push', '-q', 'origin', 'HEAD~1:refs/heads/coord/guests');
  const { body } = await ask(bob, 'sync/commit', {
    commit_sha,
    receipt: await blindReceipt(commit_sha),
  });
  const said = String(body['git']);
  assert.match(said, /^Not pushed: this clone does not have the commit\. It is recorded; push it/);
  assert.ok(said.endsWith(`git push origin ${commit_sha}:refs/heads/coord/guests`), said);
  assert.not.match(said, /build on/);
});

gate('GAT-0: without a list the tests are those that the confirmation wants', async () => {
  const commit_sha = change('iso', '3');
  const discovered = await ask(ann, 'sync/confirm', {});
  assert.equal(discovered.body['affected_tests'], ['test/iso.test.ts'], discovered.text);
  const none = [result('test/none.test.ts')];
  const wanted = await ask(ann, 'sync/confirm', { commit_sha, test_results: none });
  assert.equal(wanted.body['left_out'], ['test/iso.test.ts'], wanted.text);
});

gate('GAT-0: with a commit Git says what it touches, and the list is remarked on', async () => {
  const list = { touched_files: ['docs/x.md'] };
  const { body } = await ask(ann, 'sync/confirm', { commit_sha: 'HEAD', ...list });
  assert.equal(body['affected_tests'], ['test/iso.test.ts'], JSON.stringify(body));
  assert.match(String(body['touched_note']), /touches src\/iso\.ts, .*does not touch docs\/x\.md/);
});

gate('GAT-0: without a commit the list is added to what HEAD changes', async () => {
  const list = { touched_files: ['src/money.ts'] };
  const { body } = await ask(ann, 'sync/confirm', list);
  assert.equal(
    body['affected_tests'],
    ['test/iso.test.ts', 'test/money.test.ts'],
    JSON.stringify(body),
  );
  assert.is(body['touched_note'], undefined);
});

/** What a workspace that wants verified commits says to the newest one. */
async function refusedUnverified(commit_sha: string): Promise<string> {
  await settings({ gate_policy: 'verified' });
  const given = ['iso', 'money'].map((name) => result(`test/${name}.test.ts`));
  const { body } = await ask(ann, 'sync/confirm', { commit_sha, test_results: given });
  assert.is(body['verified'], false, JSON.stringify(body));
  const refused = await ask(ann, 'sync/commit', { commit_sha });
  await settings({ gate_policy: 'reported' });
  assert.is(refused.status, 409, refused.text);
  assert.match(String(body['reason']), String(refused.body['message']));
  return String(refused.body['message']);
}

gate('GAT-10: a path with a backslash is said to be why nobody vouches', async () => {
  write(root, 'docs/a\\b.md', 'text\n');
  const message = await refusedUnverified(committed());
  assert.match(message, /^This workspace records only verified commits/);
  assert.match(message, /touches docs\/a.+b\.md.* backslash .*Rename the file/);
  git(root, 'reset', '-q', '--hard', 'HEAD~1');
});

gate('GAT-10: more files than a daemon vouches for are said to be too many', async () => {
  for (let at = 0; at <= 5_000; at += 1) write(root, `docs/${at}.md`, '');
  const message = await refusedUnverified(committed());
  assert.match(message, /touches 500\d files, and a daemon vouches for 5000 at most: split it/);
});

gate.run();
