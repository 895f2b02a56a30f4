/** Agents in work trees with a detached HEAD, which no branch names. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LocalForecast, RadarReport } from '../../shared/radar/report.ts';
import { edit, git, Sandbox, TestDaemon, write } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('conflict radar, detached work trees');
const sandbox = new Sandbox();
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('state'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** What the radar sees once a round, which is bounded in time, has got to everything. */
function wholeLook(): Promise<readonly LocalForecast[]> {
  return eventually('a look at everything', async () => {
    const report = (await daemon.send('POST', '/radar')).body as unknown as RadarReport;
    return report.kind === 'done' && report.cost.left === 0 ? report.forecasts : undefined;
  });
}

test('RAD-1: an agent that works without a branch stands on its own side, and on no other', async () => {
  const file = 'src/cart.ts';
  const before = 'export const most = 1;';
  write(daemon.root, file, `${before}\n`);
  git(daemon.root, 'add', file);
  git(daemon.root, 'commit', '-q', '-m', 'cart');
  const places = ['east', 'north', 'west'].map((name) => ({
    name,
    root: join(sandbox.folder('trees'), name),
  }));
  for (const { name, root } of places) {
    const how = name === 'north' ? ['--detach'] : ['-b', name];
    git(daemon.root, 'worktree', 'add', '-q', ...how, root);
    await daemon.claude('UserPromptSubmit', name, { cwd: root, prompt: 'Count more' });
    const tool = {
      cwd: root,
      tool_name: 'Edit',
      tool_use_id: `toolu_${name}`,
      tool_input: { file_path: join(root, file), old_string: before, new_string: name },
    };
    edit(root, file, before, `export const most = '${name}';`);
    if (name === 'north') await daemon.claude('PostToolUse', name, tool);
  }
  const forecasts = await wholeLook();
  const sides = forecasts
    .filter((forecast) => forecast.file === file)
    .map((forecast) => forecast.sides.map(({ branch, sessions }) => [branch, sessions.length]));
  assert.equal(sides.map((pair) => pair.map(String).join(' and ')).toSorted(), [
    'east,1 and west,1',
    'east,1 and work tree north,1',
    'west,1 and work tree north,1',
  ]);
  for (const [name, others] of [
    ['north', ['`east` and `work tree north`', '`west` and `work tree north`']],
    ['east', ['your work on `east` would not merge with `west`']],
  ] as const) {
    const { root } = places.find((place) => place.name === name) ?? { root: '' };
    const { text } = await daemon.claude('UserPromptSubmit', name, { cwd: root, prompt: 'Go on' });
    for (const other of others) assert.match(text, other);
    if (name === 'north') assert.not.match(text, '`east` and `west`');
  }
});

test.run();
