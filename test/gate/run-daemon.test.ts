/** GAT-0, GAT-3, GAT-6: the gate through the daemon, from the discovery to the recorded commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { GateRunLine } from '../../shared/gate/local.ts';
import { edit, git, Sandbox, TestDaemon, TestRelay, write } from '../daemon/support.ts';
import { untilGone } from './until-gone.ts';

const gate = suite('the gate at the daemon');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
let daemon: TestDaemon;

const node = process.execPath;

gate.before(async () => {
  write(root, 'test/auth.test.ts', "import { login } from '../src/auth.ts';\nlogin('a');\n");
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'test');
  execFileSync('git', ['init', '-q', '--bare', join(root, '../bare')]);
  git(root, 'remote', 'add', 'origin', join(root, '../bare'));
  git(root, 'push', '-q', 'origin', 'main');
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
  const started = await daemon.send('POST', `/workspaces/${daemon.workspaceId}/workstreams`, {
    title: 'Guests',
    slug: 'guests',
    base_branch: 'main',
  });
  assert.is(started.status, 201, started.text);
  git(root, 'checkout', '-q', '-B', 'coord/guests');
  edit(root, 'src/auth.ts', 'remembered: false', 'remembered: true');
  git(root, 'commit', '-q', '-am', 'remember');
});

gate.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function head(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

async function run(body: object): Promise<{ status: number; lines: GateRunLine[] }> {
  const response = await fetch(`${daemon.daemon.url}/gate/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workstream_slug: 'guests', ...body }),
  });
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return { status: response.status, lines: lines.map((line) => JSON.parse(line) as GateRunLine) };
}

function ended(lines: readonly GateRunLine[]) {
  const line = lines.find(({ type }) => type === 'ended');
  return line?.type === 'ended' ? line : undefined;
}

function answer(lines: readonly GateRunLine[]) {
  const last = lines.at(-1);
  if (last?.type !== 'result') throw new Error(JSON.stringify(lines));
  return last.answer;
}

gate('GAT-0: confirm without results names the affected tests, from the local index', async () => {
  const path = `/workspaces/${daemon.workspaceId}/sync/confirm`;
  const found = await daemon.send('POST', path, { workstream_slug: 'guests' });
  assert.is(found.status, 200, found.text);
  assert.equal(found.body['affected_tests'], ['test/auth.test.ts']);
  assert.is(found.body['whole_suite'], false);
  assert.is(found.body['commit_sha'], head());
  const bad = await daemon.send('POST', path, { workstream_slug: 'guests', commit_sha: '--all' });
  assert.is(bad.status, 404);
});

gate('GAT-6: without a command that the person confirmed nothing is run', async () => {
  const none = await run({});
  assert.is(none.status, 409);
  const key = readFileSync(daemon.daemon.keyFile, 'utf8').trim();
  const withKey = await daemon.send(
    'POST',
    '/gate/run',
    { command: ['true'] },
    { authorization: `Bearer ${key}` },
  );
  assert.is(withKey.status, 403, 'a key of the relay starts no programs here');
});

gate(
  'GAT-3: a run that fails gives no receipt, and its output is kept for its person',
  async () => {
    const { lines } = await run({
      command: [node, '-e', 'console.log("broken"); process.exit(2)'],
    });
    assert.is(answer(lines).phase, 'failed');
    assert.is(answer(lines).receipt_id, undefined);
    const file = ended(lines)?.output_file ?? '';
    assert.is(readFileSync(file, 'utf8'), 'broken\n');
    assert.is(statSync(file).mode & 0o777, 0o600);
  },
);

const onLinux = process.platform === 'linux' ? gate : gate.skip;

onLinux('GAT-6: what goes to a session of its own ends with the run', async () => {
  const file = join(root, '../away');
  const apart = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1_000)'], { cwd: '/', detached: true, stdio: 'ignore' })`;
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, String(${apart}.pid)); process.exit(0);`;
  const { lines } = await run({ command: [node, '-e', script] });
  assert.is(ended(lines)?.exit_code, 0, JSON.stringify(lines));
  await untilGone(file);
});

gate('GAT-6: the tests see the commit, and neither uncommitted work nor secrets', async () => {
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: "dirty"');
  const script =
    'const text = require("fs").readFileSync("src/auth.ts", "utf8"); const names = Object.keys(process.env).filter((n) => /^(COORD|GIT)_/.test(n)); process.exit(text.includes("true") && names.length === 0 ? 0 : 1)';
  const { lines } = await run({ command: [node, '-e', script] });
  git(root, 'checkout', '-q', '.');
  const { phase, kind, receipt_id: receipt, commit_sha: sha } = answer(lines);
  assert.equal([phase, kind, sha], ['confirmed', 'attested', head()], JSON.stringify(lines));
  assert.is(ended(lines)?.output_file, undefined);
  const path = `/workspaces/${daemon.workspaceId}/sync/commit`;
  const recorded = await daemon.send('POST', path, {
    commit_sha: 'HEAD',
    receipt,
    workstream_slug: 'guests',
  });
  assert.is(recorded.status, 201, recorded.text);
  assert.equal(recorded.body['files'], ['src/auth.ts']);
  assert.equal(recorded.body['symbols'], ['src/auth.ts#login']);
  assert.match(String(recorded.body['git']), /^Pushed to origin\/coord\/guests\./);
  const pushed = execFileSync('git', ['ls-remote', 'origin', 'refs/heads/coord/guests'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.is(pushed.split('\t')[0], head());
});

gate(
  'GAT-6: a proposal of the repository is run once its person has confirmed it, until it changes',
  async () => {
    const command = [node, '-e', ''];
    write(root, '.coord/gate.json', JSON.stringify({ command }));
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'propose');
    assert.is((await run({})).status, 409);
    const other = await daemon.send('POST', '/gate/command', { trust: ['other'] });
    assert.is(other.status, 409, 'only what it proposes now');
    const trusted = await daemon.send('POST', '/gate/command', { trust: command });
    assert.is(trusted.body['trusted'], true, trusted.text);
    assert.is(answer((await run({})).lines).phase, 'confirmed');
    write(root, '.coord/gate.json', JSON.stringify({ command: [...command, 'x'] }));
    git(root, 'commit', '-q', '-am', 'propose another');
    assert.is((await run({})).status, 409);
  },
);

gate(
  'GAT-6: of one commit there is one run at a time, and it ends with whoever asked for it',
  async () => {
    const stop = new AbortController();
    const file = join(root, '../alive');
    const script = `setInterval(() => require("fs").writeFileSync(${JSON.stringify(file)}, String(Date.now())), 20)`;
    const first = fetch(`${daemon.daemon.url}/gate/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workstream_slug: 'guests', command: [node, '-e', script] }),
      signal: stop.signal,
    })
      .then((response) => response.text())
      .catch(() => 'stopped');
    while (!existsSync(file)) await new Promise((done) => setTimeout(done, 20));
    assert.is((await run({ command: ['true'] })).status, 409);
    stop.abort();
    assert.is(await first, 'stopped');
    const again = async () => (await run({ command: [node, '-e', ''] })).status;
    while ((await again()) === 409) await new Promise((done) => setTimeout(done, 20));
    const checkouts = join(
      home,
      'repositories',
      readdirSync(join(home, 'repositories'))[0] ?? '',
      'gate/checkouts',
    );
    assert.equal(readdirSync(checkouts), []);
  },
);

gate('GAT-6: without its relay a run begins no test', async () => {
  const relay = new TestRelay(join(sandbox.folder('relay'), 'coord.db'));
  await relay.start();
  const { key } = await relay.join('Ada');
  const place = sandbox.repository('alone');
  const choice = { kind: 'remote', url: relay.url, key } as const;
  const alone = await TestDaemon.start(place, sandbox.folder('alone-home'), choice);
  const { workspaceId } = alone;
  const stream = { title: 'Alone', slug: 'alone', base_branch: 'main' };
  await alone.send('POST', `/workspaces/${workspaceId}/workstreams`, stream);
  await relay.stop();
  const mark = join(place, '../ran');
  const command = [node, '-e', `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`];
  const asked = { workstream_slug: 'alone', command };
  const { status, text } = await alone.send('POST', '/gate/run', asked);
  assert.is(status, 503, text);
  assert.match(text, 'No test was run');
  assert.not.ok(existsSync(mark));
  await alone.daemon.close();
});

gate.run();
