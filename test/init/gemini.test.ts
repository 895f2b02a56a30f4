import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeRepository, read, remove, snapshot, write } from './support.ts';
import { actions, init } from './set-up-clients.ts';

interface Context {
  folder: string;
  top: string;
}

const test = suite<Context>('init: Gemini CLI');
const clients = ['gemini'];
const settings = '.gemini/settings.json';

test.before.each(async (context) => {
  Object.assign(context, await makeRepository('my repo'));
});

test.after.each(async ({ folder }) => remove(folder));

test('writes hooks and server into its one file, with limits in milliseconds', async ({ top }) => {
  const report = await init(top, { clients });
  assert.equal(Object.keys(actions(report)).slice(-1), [settings]);
  const { hooks, mcpServers } = JSON.parse(await read(top, settings));
  assert.equal(mcpServers, { coord: { command: 'coord', args: ['mcp'] } });
  const hook = (word: string) => ({
    type: 'command',
    command: `$GEMINI_PROJECT_DIR/.coord/hook gemini ${word}`,
    timeout: 5_000,
  });
  const always = (event: string) => [{ hooks: [hook(event)] }];
  const group = (matcher: string, word: string) => ({ matcher, hooks: [hook(word)] });
  assert.equal(hooks, {
    SessionStart: always('SessionStart'),
    BeforeAgent: always('BeforeAgent'),
    BeforeTool: [
      group('write_file|replace', 'BeforeTool'),
      group('run_shell_command', 'BeforeTool-shell'),
      group('mcp_coord_.*', 'BeforeTool-mcp'),
    ],
    AfterTool: [
      group('write_file|replace', 'AfterTool'),
      group('run_shell_command', 'AfterTool-shell'),
    ],
    AfterAgent: always('AfterAgent'),
    SessionEnd: always('SessionEnd'),
  });
});

test('INI-1: a second time changes nothing, and undo leaves the repository as it was', async ({
  top,
}) => {
  await init(top, { clients });
  const before = await snapshot(top);
  const again = await init(top, { clients });
  assert.equal([...new Set(Object.values(actions(again)))], ['unchanged']);
  assert.equal(await snapshot(top), before);
  await init(top, { clients, undo: true });
  assert.equal(await snapshot(top), {});
});

test('undo takes out hooks and server, and leaves the user’s own', async ({ top }) => {
  const own = {
    theme: 'x',
    hooks: { BeforeTool: [{ matcher: '*', hooks: [{ type: 'command', command: 'mine' }] }] },
    mcpServers: { other: { command: 'y' } },
  };
  const text = `${JSON.stringify(own, undefined, '\t')}\n`;
  await write(top, settings, text);
  await init(top, { clients });
  const { hooks, mcpServers } = JSON.parse(await read(top, settings));
  assert.equal(hooks.BeforeTool[0], own.hooks.BeforeTool[0]);
  assert.is(hooks.BeforeTool.length, 4);
  assert.equal(Object.keys(mcpServers), ['other', 'coord']);
  await init(top, { clients, undo: true });
  assert.is(await read(top, settings), text);
});

test('clients are set up and taken out one by one; the script stays as long as one is there', async ({
  top,
}) => {
  await init(top, { clients: ['claude-code', 'codex', 'gemini'] });
  const undone = await init(top, { clients: ['codex', 'gemini'], undo: true });
  assert.is(actions(undone)['.coord/hook'], 'unchanged');
  const files = Object.keys(await snapshot(top)).filter((path) => path.includes('.'));
  assert.ok(files.includes('.claude/settings.json') && files.includes('.mcp.json'));
  assert.not(files.some((path) => path.startsWith('.codex') || path.startsWith('.gemini')));
  await init(top, { undo: true });
  assert.equal(await snapshot(top), {});
});

test.run();
