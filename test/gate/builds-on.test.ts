/** GAT-16: what is recorded on a workstream is a commit of its branch, and can be pushed to it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run, type Sandbox as Place } from '../cli/support.ts';
import { git, Sandbox, TestDaemon } from '../daemon/support.ts';

const gate = suite('commits of other branches at the gate');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const bare = join(root, '../bare');
const home = sandbox.folder('home');
const place: Place = {
  folder: join(root, '..'),
  home,
  repository: root,
  remove: () => Promise.resolve(),
};
const mark = join(root, '../ran');
const tests = ['--', process.execPath, '-e', `require('fs').writeFileSync('${mark}', '')`];
let daemon: TestDaemon;

gate.before(async () => {
  execFileSync('git', ['init', '-q', '--bare', bare]);
  git(root, 'remote', 'add', 'origin', bare);
  git(root, 'push', '-q', 'origin', 'main');
  daemon = await TestDaemon.start(root, home);
});

gate.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** A workstream of its own, whose branch is checked out. */
async function start(slug: string): Promise<string> {
  const path = `/workspaces/${daemon.workspaceId}/workstreams`;
  await daemon.send('POST', path, { title: slug, slug, base_branch: 'main' });
  git(root, 'checkout', '-q', `coord/${slug}`);
  return `coord/${slug}`;
}

let made = 0;

/** A commit that is like no other, on what is checked out. */
function commit(): string {
  made += 1;
  git(root, 'commit', '-q', '--allow-empty', '-m', `number ${made}`);
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

function ask(path: string, body: object) {
  return daemon.send('POST', `/workspaces/${daemon.workspaceId}/sync/${path}`, body);
}

/** Records it as agents do: with a receipt, which alone names the workstream. */
async function record(slug: string, commit_sha: string) {
  const results = [{ test_file: 'test/a.test.ts', status: 'passed' }];
  const run = { workstream_slug: slug, commit_sha, test_results: results };
  const { receipt_id: receipt } = (await ask('confirm', run)).body;
  return ask('commit', { commit_sha, receipt });
}

async function refused(slug: string, commit: string, why: RegExp): Promise<void> {
  const { status, body } = await record(slug, commit);
  assert.is(status, 409, JSON.stringify(body));
  assert.match(String(body['message']), why, String(body['message']));
}

async function recorded(slug: string, commit: string): Promise<string> {
  const { status, body, text } = await record(slug, commit);
  assert.is(status, 201, text);
  return String(body['git']);
}

gate('GAT-16: a commit of another branch is refused, before any test is run', async () => {
  await start('apart');
  assert.match(await recorded('apart', commit()), /^Pushed to origin\/coord\/apart/);
  git(root, 'checkout', '-q', 'main');
  const beside = commit();
  const said = await run(['gate', 'run', '--workstream', 'apart', '--record', ...tests], place);
  assert.is(said.code, 1, said.out);
  assert.match(said.err, new RegExp(`${beside.slice(0, 12)} does not build on`));
  assert.match(said.err, /git merge .*No test was run\./);
  assert.not.ok(existsSync(mark));
  await refused('apart', 'HEAD', /does not build on .*git merge .* The commit was not recorded\.$/);
  git(root, 'reset', '-q', '--hard', 'origin/main');
});

gate('GAT-16: what the base or the last recorded commit has is nothing to record', async () => {
  const branch = await start('inside');
  const first = commit();
  await refused('inside', 'main', /is in origin\/main already, so there is nothing to record/);
  const second = commit();
  await recorded('inside', second);
  await refused('inside', first, /is inside \w{12}, which is recorded on inside already/);
  assert.match(await recorded('inside', commit()), `Pushed to origin/${branch}`);
});

gate('GAT-16: one that the branch on the remote has already counts as pushed', async () => {
  const branch = await start('ahead');
  const first = commit();
  commit();
  git(root, 'push', '-q', 'origin', branch);
  assert.match(await recorded('ahead', first), /^origin\/coord\/ahead has it already/);
});

gate('GAT-16: a branch that was made anew is recorded once the remote has it', async () => {
  const branch = await start('anew');
  await recorded('anew', commit());
  git(root, 'reset', '-q', '--hard', 'main');
  commit();
  await refused('anew', 'HEAD', /does not build on .* take it back first: coord gate retract/);
  git(root, 'push', '-q', '--force', 'origin', branch);
  await recorded('anew', 'HEAD');
});

gate('GAT-16: a clone that has not fetched records, and the command says it failed', async () => {
  const branch = await start('late');
  const tracked = `refs/remotes/origin/${branch}`;
  const mine = commit();
  git(root, 'checkout', '-q', '-b', 'of-another', 'main');
  commit();
  git(root, 'push', '-q', bare, `HEAD:refs/heads/${branch}`);
  git(root, 'update-ref', tracked, 'main');
  git(root, 'checkout', '-q', branch);
  const said = await run(['gate', 'run', '--record', ...tests], place);
  assert.match(said.out, `Recorded ${mine.slice(0, 12)} on late`, said.out + said.err);
  assert.match(said.out, 'Not pushed: origin/coord/late has commits');
  assert.is(said.code, 1, said.err);
});

gate('GAT-16: without a remote a workstream is recorded as before', async () => {
  git(root, 'remote', 'remove', 'origin');
  await start('alone');
  const said = await run(['gate', 'run', '--record', ...tests], place);
  assert.is(said.code, 0, 'where its branch begins');
  commit();
  const own = await run(['gate', 'run', '--record', ...tests], place);
  assert.is(own.code, 0, own.err);
  assert.match(own.out, 'There is no remote to push to');
});

gate.run();
