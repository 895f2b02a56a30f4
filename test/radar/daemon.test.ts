/** The radar in a daemon: two agents in two work trees, and the command. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { radarLines } from '../../cli/commands/radar/radar.ts';
import type { LocalForecast, RadarReport } from '../../shared/radar/report.ts';
import { edit, git, Sandbox, TestDaemon, write } from '../daemon/support.ts';

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
  const [finding, conflict, cost] = radarLines(report, { verbose: true });
  assert.is(
    finding,
    '1 pair of branches will conflict: one (uncommitted) and other (uncommitted).',
  );
  assert.is(
    conflict,
    'one (uncommitted) and other (uncommitted) would not merge: src/auth.ts#login, line 2 on one',
  );
  // None when a round of its own came first.
  assert.match(cost ?? '', /^3 merge candidates, 3 pairs: (?:1 merge|0 merges), .* removed$/);
});

test('RAD-2: of names that both add to one import no agent is told', async () => {
  const file = 'src/lists.ts';
  const before = "import { login } from './auth';";
  write(daemon.root, file, `${before}\n\nexport const all = [login];\n`);
  git(daemon.root, 'add', file);
  git(daemon.root, 'commit', '-q', '-m', 'lists');
  const sides = ['left', 'right'].map((branch) => {
    const root = join(sandbox.folder('trees'), branch);
    git(daemon.root, 'worktree', 'add', '-q', '-b', branch, root);
    return { branch, root };
  });
  for (const { branch, root } of sides) {
    await daemon.claude('UserPromptSubmit', branch, { cwd: root, prompt: 'Import more' });
    const after = `import { login, ${branch} } from './auth';`;
    const tool = {
      cwd: root,
      tool_name: 'Edit',
      tool_use_id: `toolu_${branch}`,
      tool_input: { file_path: join(root, file), old_string: before, new_string: after },
    };
    const asked = await daemon.claude('PreToolUse', branch, tool);
    assert.not.match(asked.text, '"deny"');
    edit(root, file, before, after);
    await daemon.claude('PostToolUse', branch, tool);
  }
  const { forecasts } = (await daemon.send('POST', '/radar')).body as unknown as {
    forecasts: readonly LocalForecast[];
  };
  const hints = forecasts.filter((forecast) => forecast.file === file);
  assert.equal(
    hints.map(({ kind, hint, union }) => [kind, hint, union]),
    [['imports', true, ["import { login, left, right } from './auth';"]]],
  );
  for (const { branch, root } of sides) {
    const fields = { cwd: root, prompt: 'Go on' };
    const prompted = await daemon.claude('UserPromptSubmit', branch, fields);
    assert.not.match(prompted.text, 'would not merge');
  }
});

test('only somebody with a key can ask', async () => {
  const reply = await daemon.send('POST', '/radar', {}, { authorization: 'Bearer nobody' });
  assert.is(reply.status, 401);
});

test.run();
