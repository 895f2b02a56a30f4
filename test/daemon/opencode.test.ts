import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installedText } from '../../cli/init/installed-files.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, git, Sandbox, TestDaemon } from './support.ts';

const opencode = hooksOf('opencode');

const test = suite('OpenCode');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
let daemon: TestDaemon;
let calls = 0;

/** The hooks of the plugin, as OpenCode 1.18 calls them. */
interface Plugin {
  event(input: { event: { type: string; properties: object } }): Promise<void>;
  'chat.message'(input: { sessionID: string }, output: { parts: object[] }): Promise<void>;
  'experimental.chat.system.transform'(
    input: { sessionID: string },
    output: { system: string[] },
  ): Promise<void>;
  'tool.execute.before'(input: object, output: { args: object }): Promise<void>;
  'tool.execute.after'(input: object, output: { output: string }): Promise<void>;
  dispose(): Promise<void>;
}

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** What init writes, loaded from a file of its own. */
async function load(directory: string): Promise<Plugin> {
  const file = join(sandbox.folder(`plugin-${calls++}`), 'coord.mjs');
  writeFileSync(file, installedText('opencode/plugin.js'));
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  assert.equal(Object.keys(module), ['Coord'], 'OpenCode takes every export for a plugin');
  return (module['Coord'] as (input: object) => Promise<Plugin>)({ directory });
}

function made(plugin: Plugin, id: string, parentID?: string): Promise<void> {
  const properties = { sessionID: id, info: { id, parentID } };
  return plugin.event({ event: { type: 'session.created', properties } });
}

async function briefingOf(plugin: Plugin, sessionID: string): Promise<string[]> {
  const output = { system: ['own'] };
  await plugin['experimental.chat.system.transform']({ sessionID }, output);
  return output.system;
}

function editing([oldString, newString]: readonly [string, string]) {
  return { filePath: join(root, 'src/auth.ts'), oldString, newString };
}

/** As OpenCode runs a tool: a hook that throws ends it. Answers the tool's output. */
async function runs(plugin: Plugin, sessionID: string, tool: string, args: object, act = () => {}) {
  const call = { tool, sessionID, callID: `call-${calls++}` };
  await plugin['tool.execute.before'](call, { args });
  act();
  const output = { title: '', output: 'done', metadata: {} };
  await plugin['tool.execute.after']({ ...call, args }, output);
  return output.output;
}

function edits(plugin: Plugin, sessionID: string, change: readonly [string, string]) {
  const write = () => edit(root, 'src/auth.ts', ...change);
  return runs(plugin, sessionID, 'edit', editing(change), write);
}

async function denied(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => assert.unreachable('it was not denied') as never,
    (error: Error) => error.message,
  );
}

function read(event: string, fields: object = {}) {
  const call = opencode.read({ event, sessionID: 'ses_1', directory: '/r', ...fields });
  assert.ok(call, event);
  return call;
}

const effects: Record<string, string> = {
  'session.created': 'start',
  'chat.message': 'prompt',
  'session.idle': 'heartbeat',
  'session.compacted': 'heartbeat',
  'session.deleted': 'end',
};

for (const [event, effect] of Object.entries(effects)) {
  test(`${event} means ${effect}`, () => {
    assert.is(read(event).effect, effect);
  });
}

test('what a tool writes is read: a text, a replacement, or every file of a patch', () => {
  const effectOf = (args: object) => {
    const call = read('tool.execute.before', { tool: 'any', callID: 'c', args });
    return call.effect === 'check' ? call.files : call.effect;
  };
  assert.equal(effectOf({ filePath: '/r/a.ts', content: 'x' }), [
    { path: '/r/a.ts', edits: [{ kind: 'write', content: 'x' }] },
  ]);
  const args = { filePath: 'a.ts', oldString: 'a', newString: 'b', replaceAll: true };
  assert.equal(effectOf(args), [
    { path: '/r/a.ts', edits: [{ kind: 'replace', oldText: 'a', newText: 'b', all: true }] },
  ]);
  const chunk = { headings: [], additions: 'atEnd' };
  assert.equal(
    effectOf({ patchText: '*** Update File: a.ts\n@@\n-a\n+b\n*** Delete File: b.ts\n' }),
    [
      {
        path: '/r/a.ts',
        edits: [{ kind: 'replace', oldText: 'a', newText: 'b', all: false, chunk }],
      },
      { path: '/r/b.ts', edits: [{ kind: 'delete' }] },
    ],
  );
  assert.is(effectOf({}), 'heartbeat');
});

test('no shell runs when a turn is over', () => {
  const idle = read('session.idle');
  assert.ok(idle.effect === 'heartbeat');
  assert.is(idle.shell, 'ended');
});

test('ANS-2: whatever comes, it is a call or nothing, and never a 500', async () => {
  for (const body of ['null', '[]', '3', '{}', '{"event":"session.idle","sessionID":3}']) {
    assert.is(opencode.read(JSON.parse(body)), undefined, body);
    const { status } = await daemon.send('POST', '/hooks/opencode', body);
    assert.is(status, !body.startsWith('{}') ? 400 : 204, body);
  }
  for (const args of [null, 'x', [], { filePath: 3 }])
    assert.is(read('tool.execute.before', { tool: 'edit', args }).effect, 'heartbeat');
});

test('RSV-4, RSV-3: a held symbol ends the tool with the reason, another symbol does not', async () => {
  const plugin = await load(root);
  await made(plugin, 'one');
  const parts = [
    { type: 'text', text: 'Remember the user' },
    { type: 'text', text: 'what the client adds', synthetic: true },
    { type: 'file' },
  ];
  await plugin['chat.message']({ sessionID: 'one' }, { parts });
  assert.is(await edits(plugin, 'one', ['remembered: false', 'remembered: true']), 'done');
  const reason = await denied(edits(plugin, 'two', ['remembered: true', 'remembered: 1']));
  assert.match(
    reason,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  assert.is(await edits(plugin, 'two', ['gone: false', 'gone: true']), 'done');
  const [own, briefing] = await briefingOf(plugin, 'one');
  assert.is(own, 'own');
  assert.match(briefing ?? '', 'coord: what your team is doing now');
  await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 'one' } } });
  await daemon.untilHeld('src/auth.ts#login');
  await plugin.dispose();
  await daemon.untilHeld('src/auth.ts#login', false);
});

test('RSV-6: who was late reads it behind the output of its tool', async () => {
  const plugin = await load(root);
  const args = { filePath: join(root, 'raced.md'), content: 'x' };
  const write = (sessionID: string) => {
    const call = { tool: 'write', sessionID, callID: `raced-${sessionID}`, args };
    const output = { output: 'done' };
    return plugin['tool.execute.after'](call, output).then(() => output.output);
  };
  assert.is(await write('first'), 'done');
  assert.match(
    await write('second'),
    /^done\n\ncoord: you wrote what another session had reserved/,
  );
});

test('SES-1: a subagent is a session of its own, and ends with its parent', async () => {
  const plugin = await load(root);
  await made(plugin, 'parent');
  await made(plugin, 'child', 'parent');
  await runs(plugin, 'child', 'write', { filePath: join(root, 'child.md'), content: 'x' });
  const { sessions } = await daemon.status();
  const child = sessions.find((one) => one.agent_id === 'child');
  assert.is(child?.conversation_id, 'parent');
  const properties = { info: { id: 'parent' } };
  await plugin.event({ event: { type: 'session.deleted', properties } });
  await daemon.untilHeld('child.md', false);
});

test('tools that write nothing ask nobody', async () => {
  const plugin = await load(root);
  await runs(plugin, 'reader', 'read', { filePath: join(root, 'src/auth.ts') });
  const { sessions } = await daemon.status();
  assert.not(sessions.some((one) => one.conversation_id === 'reader'));
});

test('PTH-3: the daemon is found from a work tree and from a folder below', async () => {
  const tree = join(sandbox.folder('trees'), 'feature');
  git(root, 'worktree', 'add', '-q', '-b', 'feature', tree);
  for (const directory of [tree, join(root, 'src')]) {
    const plugin = await load(directory);
    await made(plugin, directory);
    assert.match((await briefingOf(plugin, directory)).join('\n'), 'what your team is doing');
    await plugin.dispose();
  }
});

test('outside of a repository the plugin does nothing', async () => {
  const plugin = await load(sandbox.folder('elsewhere'));
  assert.equal(Object.keys(plugin), []);
});

test('daemon down: the agent is told and works, or is denied where the team wants it', async () => {
  const alone = sandbox.repository('alone');
  const plugin = await load(alone);
  await plugin['chat.message']({ sessionID: 's' }, { parts: [] });
  const briefing = await briefingOf(plugin, 's');
  assert.match(briefing.join('\n'), 'the daemon is not running, so this work is not coordinated');
  const args = { filePath: join(alone, 'a.md'), content: 'x' };
  const unreserved = /^done\n\ncoord: .* so what this call wrote is not reserved/;
  assert.match(await runs(plugin, 's', 'write', args), unreserved, 'HKS-6');
  await mkdir(join(alone, '.git/coord'), { recursive: true });
  const marker = join(alone, '.git/coord/deny-when-down');
  writeFileSync(marker, '');
  assert.match(await denied(runs(plugin, 's', 'write', args)), 'Start it with: coord daemon');
  assert.is(await runs(plugin, 's', 'bash', { command: 'coord daemon' }), 'done');
  rmSync(marker);
  assert.match(await runs(plugin, 's', 'write', args), unreserved);
});

test.run();
