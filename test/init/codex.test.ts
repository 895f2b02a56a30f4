import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installHook, makeRepository, read, remove, runHook, snapshot, write } from './support.ts';
import { actions, init, linesOf, refused } from './set-up-clients.ts';

interface Context {
  folder: string;
  top: string;
}

const test = suite<Context>('init: Codex');
const clients = ['codex'];
const config = '.codex/config.toml';
const server = { command: 'coord', args: ['mcp'], default_tools_approval_mode: 'approve' };

test.before.each(async (context) => {
  Object.assign(context, await makeRepository('my repo'));
});

test.after.each(async ({ folder }) => remove(folder));

test('writes the hooks and the server into its own two files', async ({ top }) => {
  const report = await init(top, { clients });
  assert.equal(actions(report), {
    '.coord/hook': 'create',
    '.coord/.gitattributes': 'create',
    '.coord/init.json': 'create',
    '.codex/hooks.json': 'create',
    [config]: 'create',
  });
  assert.equal(tablesIn(await read(top, config)), { mcp_servers: { coord: server } });
  const { hooks } = JSON.parse(await read(top, '.codex/hooks.json'));
  const installed = Object.entries(hooks).flatMap(([event, groups]) =>
    (groups as Group[]).map(({ matcher, hooks: [hook] }) => [
      event,
      matcher,
      hook?.command.split(' ').at(-1),
      hook?.timeout,
    ]),
  );
  assert.equal(installed, [
    ['SessionStart', undefined, 'SessionStart', 5],
    ['UserPromptSubmit', undefined, 'UserPromptSubmit', 5],
    ['PreToolUse', 'apply_patch', 'PreToolUse', 5],
    ['PreToolUse', 'Bash', 'PreToolUse-Bash', 5],
    ['PreToolUse', 'mcp__coord__.*', 'PreToolUse-mcp', 5],
    ['PostToolUse', 'apply_patch', 'PostToolUse', 5],
    ['PostToolUse', 'Bash', 'PostToolUse-Bash', 5],
    ['SubagentStart', undefined, 'SubagentStart', 5],
    ['SubagentStop', undefined, 'SubagentStop', 5],
    ['Stop', undefined, 'Stop', 5],
    ['SessionEnd', undefined, 'SessionEnd', 3],
  ]);
});

test('the command of a hook finds the script from the top and from a folder below', async ({
  top,
}) => {
  await init(top, { clients });
  const { hooks } = JSON.parse(await read(top, '.codex/hooks.json'));
  const [
    {
      hooks: [hook],
    },
  ] = hooks.Stop;
  await installHook(top, '#!/bin/sh\nprintf "%s|" "$@" "$PWD"\n');
  await mkdir(join(top, 'a/b'), { recursive: true });
  for (const cwd of [top, join(top, 'a/b')]) {
    const run = await runHook('-c', { args: [hook.command], cwd, shell: '/bin/sh' });
    assert.equal(run, { code: 0, stdout: `codex|Stop|${top}|`, stderr: '' });
  }
});

test('INI-1: a second time changes nothing, and undo leaves the repository as it was', async ({
  top,
}) => {
  await init(top, { clients });
  const before = await snapshot(top);
  const again = await init(top, { clients });
  assert.equal([...new Set(Object.values(actions(again)))], ['unchanged']);
  assert.equal(await snapshot(top), before);
  const undone = await init(top, { clients, undo: true });
  assert.equal(linesOf(undone, config), ['- [mcp_servers.coord]']);
  assert.equal(await snapshot(top), {});
});

const others = [
  '',
  'model = "gpt-5.5"',
  '# mine\n[mcp_servers.other]\ncommand = "x" # why\n',
  '[[hooks.Stop]]\nmatcher = "a"\n\n\n',
  'model = "x"\r\n[tools]\r\nweb = true\r\n',
  '\uFEFFa = 1\n',
];

for (const text of others) {
  test(`undo gives back ${JSON.stringify(text)} to the character`, async ({ top }) => {
    await write(top, config, text);
    await init(top, { clients });
    const changed = await read(top, config);
    assert.ok(changed.startsWith(text), 'nothing of the user’s is touched');
    const { mcp_servers: servers, ...rest } = tablesIn(changed);
    const { mcp_servers: theirs = {}, ...own } = tablesIn(text);
    assert.equal(servers, { ...(theirs as object), coord: server });
    assert.equal(rest, own);
    await init(top, { clients, undo: true });
    assert.is(await read(top, config), text);
  });
}

test('what stands after coord’s lines stays, and an older version of them is replaced', async ({
  top,
}) => {
  await write(top, config, 'a = 1\n');
  await init(top, { clients });
  const written = await read(top, config);
  const older = `${written.replace('"approve"', '"prompt"')}\n[more]\nb = 2\n`;
  await write(top, config, older);
  assert.is(actions(await init(top, { clients }))[config], 'change');
  assert.is(await read(top, config), `${written}\n[more]\nb = 2\n`);
  await init(top, { clients, undo: true });
  assert.is(await read(top, config), 'a = 1\n\n[more]\nb = 2\n');
});

test('a server that the user has set up the same way is enough', async ({ top }) => {
  const own = '[mcp_servers.coord]\ncommand = "coord"\nargs = ["mcp"]\nenv = { A = "b" }\n';
  await write(top, config, own);
  assert.is(actions(await init(top, { clients }))[config], 'unchanged');
  await init(top, { clients, undo: true });
  assert.is(await read(top, config), own);
});

for (const [text, message] of [
  [
    '[mcp_servers.coord]\ncommand = "other"\n',
    "[mcp_servers.coord] is there already and is not coord's",
  ],
  ['mcp_servers = {}\n', 'has mcp_servers in a form to which nothing can be added'],
  ['[[mcp_servers]]\nname = "x"\n', 'has mcp_servers in a form to which nothing can be added'],
  ['model = \n', 'is not TOML'],
] as const) {
  test(`${JSON.stringify(text)} is refused, and then no file is written`, async ({ top }) => {
    await write(top, config, text);
    const before = await snapshot(top);
    const refusal = await refused(top, { clients });
    assert.ok(refusal.message.includes(`${config} ${message}`), refusal.message);
    assert.equal(await snapshot(top), before);
  });
}

/** As plain objects. */
function tablesIn(text: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parse(text.replace('\uFEFF', ''))));
}

interface Group {
  matcher?: string;
  hooks: { command: string; timeout: number }[];
}

test.run();
