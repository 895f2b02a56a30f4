/** GAT-9 to GAT-12: what a person reads of the gate. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusWord } from '../../cli/commands/gate/gate-texts.ts';
import { headingOf } from '../../cli/commands/gate/discover.ts';
import { reportJson, reportLine } from '../../cli/watch/report-text.ts';
import type { GateRun } from '../../shared/gate/runs.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { describeEvent } from '../../shared/feed/sentence.ts';
import { commitRecorded } from '../../shared/sessions/notification-texts.ts';
import { json, run, type Sandbox as Place } from '../cli/support.ts';
import { edit, git, Sandbox, TestDaemon, write } from '../daemon/support.ts';
import { untilGone } from './until-gone.ts';

const commands = suite('the gate at the terminal');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
const place: Place = {
  folder: join(root, '..'),
  home,
  repository: root,
  remove: () => Promise.resolve(),
};
let daemon: TestDaemon;

const tests = Array.from({ length: 12 }, (_, at) => `test/auth${at}.test.ts`);
const node = process.execPath;

commands.before(async () => {
  for (const path of tests)
    write(root, path, "import { login } from '../src/auth.ts';\nlogin('a');\n");
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'tests');
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
  const stream = { title: 'Guests', slug: 'guests', base_branch: 'main' };
  await daemon.send('POST', `/workspaces/${daemon.workspaceId}/workstreams`, stream);
  git(root, 'checkout', '-q', '-B', 'coord/guests');
  edit(root, 'src/auth.ts', 'remembered: false', 'remembered: true');
  git(root, 'commit', '-q', '-am', 'remember');
});

commands.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function coord(...args: string[]) {
  return run(args, place);
}

function script(text: string): string[] {
  return ['--', node, '-e', text];
}

commands('GAT-12: discover says how many tests there are and names the nearest ten', async () => {
  const few = await coord('gate', 'discover');
  assert.is(few.out.trim().split('\n').length, 10);
  assert.match(few.err, /^12 test files can be affected; the nearest 10 \(--all names all\):/);
  const all = await coord('gate', 'discover', '--all');
  assert.equal(all.out.trim().split('\n').sort(), tests.toSorted());
  assert.match(all.err, /^12 test files can be affected, the nearest first:/);
  const answer = await json<{ affected_tests: string[] }>(['gate', 'discover'], place);
  assert.is(answer.affected_tests.length, 12);
});

commands('GAT-12: where no test is known, discover says what to do instead', async () => {
  git(root, 'checkout', '-q', '-b', 'configured');
  write(root, 'package.json', '{"name": "shop"}\n');
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: false');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'configuration');
  const found = await coord('gate', 'discover', '--commit', 'HEAD');
  git(root, 'checkout', '-q', 'coord/guests');
  assert.is(found.out, '');
  assert.match(found.err, /^Run the whole suite: package\.json is configuration\. No test file/);
  assert.match(found.err, /coord gate run -- COMMAND/);
});

commands('GAT-12: a run that fails ends with the last of its output, also in a pipe', async () => {
  const failing = script(
    'for (let n = 1; n < 60; n++) console.log("line", n); process.stdout.write("no end"); process.exitCode = 2',
  );
  for (const live of [false, true]) {
    const { code, out, err } = await run(['gate', 'run', ...failing], place, { live });
    assert.is(code, 1);
    const end = out.slice(out.indexOf('The last 40 lines of what the tests printed:'));
    assert.match(end, /^The last .*:\n {2}line 21\n/);
    assert.match(end, / {2}no end\nThe gate stays shut\.\n/);
    assert.is(out.startsWith('line 1\n'), live);
    assert.match(err, /The command ended with 2/);
    // A terminal shows both streams: what is said next begins a line of its own.
    if (live) assert.match(out, /no end\nThe last 40/);
  }
});

commands('GAT-12: gate run --json answers JSON, whatever came of it', async () => {
  const failed = await coord(
    'gate',
    'run',
    '--json',
    ...script('console.log("x"); process.exit(1)'),
  );
  const answer = JSON.parse(failed.out) as { answer: { phase: string }; output_tail: string[] };
  assert.equal([answer.answer.phase, answer.output_tail], ['failed', ['x']]);
  const refused = await coord('gate', 'run', '--json');
  assert.equal(
    [refused.code, (JSON.parse(refused.out) as { error: string }).error],
    [1, 'Conflict'],
  );
  const unknown = await coord('gate', 'run', '--json', '--commit', 'nope', ...script(''));
  assert.equal(
    [unknown.code, (JSON.parse(unknown.out) as { error: string }).error],
    [1, 'NotFound'],
  );
});

commands(
  'GAT-6: --timeout stops the command and what it has started; the gate stays shut',
  async () => {
    const file = join(home, 'left.pid');
    const child = `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setTimeout(() => 0, 8000)`;
    const text = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); setTimeout(() => process.exit(0), 8000)`;
    const stopped = await coord('gate', 'run', '--timeout', '3s', ...script(text));
    assert.is(stopped.code, 1, stopped.out);
    assert.match(stopped.err, /The command was stopped after [\d.]+ s, with what it had started: /);
    assert.match(stopped.err, /its time \(--timeout\) was up\./);
    assert.not.match(stopped.out, 'receipt');
    assert.match(stopped.out, 'The gate stays shut.');
    await untilGone(file);
  },
);

commands('GAT-6: a time that no run may take is refused in the words of the command', async () => {
  for (const wrong of ['0s', '0', '3000', '25h']) {
    const { code, err } = await coord('gate', 'run', '--timeout', wrong, ...script(''));
    assert.is(code, 2, err);
    assert.match(err, 'It must be from 1s to 24h. A number alone counts minutes.');
    assert.not.match(err, 'timeout_ms');
  }
});

commands('CMD-3: a commit that there is not is no wrong usage', async () => {
  const { code, err } = await coord('gate', 'record', 'zzz');
  assert.is(code, 1, err);
  assert.match(err, /^coord: There is no commit zzz in this repository\./);
});

commands('GAT-6: a run says which files it does not see, on stderr', async () => {
  write(root, 'new.txt', 'x\n');
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: 1');
  const said = await coord('gate', 'run', ...script(''));
  const quiet = await coord('gate', 'run', '--json', ...script(''));
  git(root, 'checkout', '-q', 'src/auth.ts');
  rmSync(join(root, 'new.txt'));
  const clean = await coord('gate', 'run', ...script(''));
  assert.match(said.err, /Not committed, so left out of the run: src\/auth\.ts, new\.txt\.\n/);
  assert.not.match(quiet.out + quiet.err, 'Not committed');
  assert.not.match(clean.err, 'Not committed');
});

commands(
  'GAT-6: what tests of Node print is counted; where none ran, the receipt says that',
  async () => {
    const text = (body: string) => `import { test } from 'node:test';\n${body}`;
    const file = join(home, 'one.test.mjs');
    const runs = async (body: string, reporter: string) => {
      writeFileSync(file, text(body));
      const { out } = await coord('gate', 'run', '--', node, '--test', reporter, file);
      const path = `/workspaces/${daemon.workspaceId}/sync/runs?limit=1`;
      const { runs } = (await daemon.send('GET', path)).body as { runs: GateRun[] };
      return { out, counts: [runs[0]?.passed, runs[0]?.failed, runs[0]?.skipped] };
    };
    for (const reporter of ['--test-reporter=tap', '--test-reporter=spec']) {
      const some = await runs("test('a', () => {});\ntest.skip('b', () => {});", reporter);
      assert.equal(some.counts, [1, 0, 1], some.out);
      assert.not.match(some.out, 'no test was recognised');
      const none = await runs("test.skip('b', () => {});", reporter);
      assert.equal(none.counts, [0, 0, 1]);
      assert.match(none.out, 'no test was recognised');
    }
  },
);

commands('GAT-6: what other runners print is counted, above all that no test ran', async () => {
  const path = `/workspaces/${daemon.workspaceId}/sync/runs?limit=1`;
  for (const [printed, passed] of [
    ['Ran 0 tests in 0.000s\n\nOK', 0],
    ['0 tests passed', 0],
    ['0 passed', 0],
    ['Ran 3 tests in 0.001s\n\nOK (skipped=1)', 2],
    ['...  [100%]\n3 passed in 0.01s', 3],
  ] as const) {
    const { out } = await coord(
      'gate',
      'run',
      ...script(`console.error(${JSON.stringify(printed)})`),
    );
    const { runs } = (await daemon.send('GET', path)).body as { runs: GateRun[] };
    assert.is(runs[0]?.passed, passed, printed);
    assert.is(out.includes('no test was recognised'), passed === 0, out);
  }
});

commands('GAT-6: a command that says ok, or what it is called, says nothing of tests', async () => {
  for (const [printed, isTold] of [
    ['ok', true],
    ['> shop@1.0.0 test', true],
    ['no tests are here', true],
    ['ok  \texample.com/shop\t0.012s', false],
    ['12 tests done', false],
    ['All tests passed', false],
  ] as const) {
    const { out } = await coord(
      'gate',
      'run',
      ...script(`console.log(${JSON.stringify(printed)})`),
    );
    assert.is(out.includes('no test was recognised'), isTold, printed);
  }
});

commands('GAT-6: an empty command is refused as that, given or kept', async () => {
  for (const given of [
    ['run', '--', ''],
    ['run', '--', ' ', 'x'],
    ['set', ''],
  ]) {
    const refused = await coord('gate', ...given);
    assert.is(refused.code, 2, refused.err);
    assert.match(refused.err, /command>? is empty: it must begin with a program/);
  }
});

commands('GAT-4: the log shows that a commit was retracted and recorded again', () => {
  const at = '2026-01-05T09:00:00.000Z';
  assert.is(statusWord({ status: 'recorded', retracted_at: at }), 'retracted, recorded again');
  assert.is(statusWord({ status: 'retracted', retracted_at: at }), 'retracted');
  assert.is(statusWord({ status: 'recorded' }), 'recorded');
});

commands('GAT-9: run, record and log say whether a commit is verified', async () => {
  const opened = await coord('gate', 'run', '--record', ...script(''));
  assert.match(opened.out, /^The gate is open: attested receipt \S+, verified commit\nRecorded/);
  assert.match(opened.out, / on guests, verified\. /);
  assert.match(
    opened.out,
    /\nThe command ended with 0, and that is all that the receipt says: no test/,
  );
  const far = 'ab'.repeat(20);
  const path = `/workspaces/${daemon.workspaceId}/sync/confirm`;
  const results = [{ test_file: 'test/far.test.ts', status: 'passed' }];
  const run_ = { workstream_slug: 'guests', commit_sha: far, test_results: results };
  await daemon.send('POST', path, run_);
  const recorded = await coord('gate', 'record', far);
  assert.match(recorded.out, /\nUnverified: no daemon read from Git what it touches\./);
  const log = await coord('gate', 'log');
  assert.match(log.out, new RegExp(`${far.slice(0, 12)} .* unverified +1 passed +recorded`));
  assert.match(log.out, / attested +verified /);
});

commands('GAT-10, GAT-11: workspace set changes what the gate takes, and shows it', async () => {
  const set = ['workspace', 'set', '--gate-policy', 'verified', '--test-gaps', 'allowed'];
  const { out } = await coord(...set);
  assert.match(out, /^gate-policy: verified \(.*whose files a daemon vouches for\)$/m);
  assert.match(out, /^test-gaps: allowed \(results may leave out tests/m);
  const far = 'cd'.repeat(20);
  const results = [{ test_file: 'test/far.test.ts', status: 'passed' }];
  const path = `/workspaces/${daemon.workspaceId}/sync/confirm`;
  const asked = { workstream_slug: 'guests', commit_sha: far, test_results: results };
  await daemon.send('POST', path, asked);
  const refused = await coord('gate', 'record', far);
  assert.is(refused.code, 1);
  assert.match(refused.err, /records only verified commits/);
});

commands('GAT-11: receipt, record and log say which affected tests were not run', async () => {
  edit(root, 'src/auth.ts', 'remembered: true', 'remembered: "gaps"');
  git(root, 'commit', '-q', '-am', 'gaps');
  const path = `/workspaces/${daemon.workspaceId}/sync/confirm`;
  const results = tests.slice(1).map((test_file) => ({ test_file, status: 'passed' }));
  const given = await daemon.send('POST', path, { test_results: results });
  assert.equal(given.body['left_out'], ['test/auth0.test.ts'], given.text);
  const sha = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const recorded = await coord('gate', 'record', sha);
  assert.match(recorded.out, /\nNot run, though it can affect them: test\/auth0\.test\.ts\./);
  assert.match((await coord('gate', 'log')).out, / \d+ passed, 1 left out /);
});

commands(
  'CMD-5: gate log shows a time, with --wide the receipt, whose beginning is taken back',
  async () => {
    const log = await coord('gate', 'log');
    assert.match(log.out, /VERIFIED +TESTS/);
    assert.match(log.out, /  \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/);
    const { commits } = await json<{ commits: { receipt_id: string }[] }>(['gate', 'log'], place);
    const receipt = commits[0]?.receipt_id ?? '';
    assert.match((await coord('gate', 'log', '--wide')).out, receipt);
    const unknown = await coord('gate', 'retract', 'zzzzzz', '--reason', 'wrong');
    assert.is(unknown.code, 1);
    assert.match(
      unknown.err,
      'No recorded commit has a receipt zzzzzz. See: coord gate log --wide',
    );
    assert.not.match(unknown.err, 'confirm_ready');
    const id = receipt.slice(0, receipt.indexOf('.'));
    const { code, out, err } = await coord('gate', 'retract', id, '--reason', 'wrong');
    assert.is(code, 0, err);
    assert.match(out, / is retracted\./);
  },
);

commands('GAT-12: where no test reaches the change, discover says so once', () => {
  const none = { whole_suite: true, reason: 'no test is known to reach the change.' } as const;
  const text = headingOf({ phase: 'discover', ...none }, { found: 0, shown: 0 });
  assert.match(text, /^Run the whole suite: no test is known to reach the change\. For a receipt/);
});

commands('GAT-9: the watch, the feed and the branch hear of an unverified commit', () => {
  const commit = 'a'.repeat(40);
  const target = { workstream: 'pay', branch: 'coord/pay', commit, seq: 1, at: 0 };
  const news = { kind: 'moved', target, from: 'b'.repeat(40) } as const;
  const unverified = { ...news, target: { ...target, verified: false } };
  assert.match(reportLine(unverified), / \(unverified: no daemon read from Git what it touches\)$/);
  assert.is(reportJson(unverified)['verified'], false);
  assert.not.match(reportLine(news), /unverified/);
  const event = { ...target, type: 'gate_approved', kind: 'reported', user: 'Ada', files: [] };
  const said = (verified: boolean | undefined) => {
    const one = { ...event, ...(verified !== undefined && { verified }) } as unknown as LogEvent;
    const approved = one as LogEvent & { type: 'gate_approved' };
    return [describeEvent(one as never, new Map()), commitRecorded(approved)].join(' ');
  };
  assert.match(said(false), /\(reported, not verified\) .* It is not verified: no daemon read/);
  for (const verified of [true, undefined]) assert.not.match(said(verified), /not verified/);
});

commands.run();
