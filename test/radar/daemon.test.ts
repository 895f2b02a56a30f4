/** The radar in a daemon: two agents in two work trees, and the command. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { radarLines } from '../../cli/commands/radar/radar.ts';
import type { RadarReport } from '../../shared/radar/report.ts';
import { edit, git, Sandbox, TestDaemon } from '../daemon/support.ts';

const test = suite('conflict radar in a daemon');
const sandbox = new Sandbox();
let daemon: TestDaemon;

test.before(async () => {
  const root = sandbox.repository('shop');
  daemon = await TestDaemon.start(root, sandbox.folder('state'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('two agents hear of the conflict between their uncommitted changes', async () => {
  const trees = ['one', 'other'].map((branch) => {
    const root = join(sandbox.folder('trees'), branch);
    git(daemon.root, 'worktree', 'add', '-q', '-b', branch, root);
    return { branch, root };
  });
  for (const { branch, root } of trees) {
    edit(root, 'src/auth.ts', 'remembered: false', `remembered: '${branch}'`);
    await daemon.claude('UserPromptSubmit', branch, { cwd: root, prompt: 'Remember people' });
  }
  const report = (await daemon.send('POST', '/radar')).body as unknown as RadarReport;
  assert.is(report.kind, 'done');
  if (report.kind !== 'done') return;
  assert.equal(
    report.forecasts.map(({ file, symbol_ids, sides }) => [
      file,
      symbol_ids,
      sides.map(({ branch, uncommitted, sessions }) => [branch, uncommitted, sessions.length]),
    ]),
    [
      [
        'src/auth.ts',
        ['src/auth.ts#login'],
        [
          ['one', true, 1],
          ['other', true, 1],
        ],
      ],
    ],
  );
  for (const { branch, root } of trees) {
    const prompted = await daemon.claude('UserPromptSubmit', branch, {
      cwd: root,
      prompt: 'Go on',
    });
    assert.match(prompted.text, `your work on \`${branch}\` would not merge with`);
    const again = await daemon.claude('UserPromptSubmit', branch, { cwd: root, prompt: 'Go on' });
    assert.not.match(again.text, 'would not merge');
  }
  const [conflict, cost] = radarLines(report);
  assert.is(
    conflict,
    'one (uncommitted) and other (uncommitted) would not merge: src/auth.ts#login, line 2 on one',
  );
  // None when a round of its own came first.
  assert.match(cost ?? '', /^3 merge candidates, 3 pairs: (?:1 merge|0 merges), .* removed$/);
});

test('only somebody with a key can ask', async () => {
  const reply = await daemon.send('POST', '/radar', {}, { authorization: 'Bearer nobody' });
  assert.is(reply.status, 401);
});

test.run();
