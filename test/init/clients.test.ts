import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setUpClients, type InitReport } from '../../cli/init/set-up-clients.ts';
import type { AgentClient } from '../../shared/clients/client.ts';
import { clients } from '../../shared/clients/registry.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { makeRepository, read, remove, snapshot, write } from './support.ts';

interface Context {
  folder: string;
  top: string;
}

const test = suite<Context>('init: every client');

test.before.each(async (context) => {
  Object.assign(context, await makeRepository());
});

test.after.each(async ({ folder }) => remove(folder));

async function init(top: string, names: readonly string[], undo = false): Promise<InitReport> {
  const options = { directory: top, clients: names, undo, dryRun: false, searchPath: '' };
  const report = await setUpClients(options);
  if (isRefusal(report)) throw new Error(report.message);
  return report;
}

function jsonPaths({ files }: AgentClient): string[] {
  return files.flatMap((file) => (file.kind === 'json' ? [file.path] : []));
}

for (const client of clients) {
  test(`${client.name}: a second time changes nothing, undo leaves nothing`, async ({ top }) => {
    await init(top, [client.name]);
    const before = await snapshot(top);
    for (const { path } of client.files) assert.ok(before[path] !== undefined, path);
    assert.not(Object.values(before).join('').includes(top), 'the same on every machine');
    const { files } = await init(top, [client.name]);
    assert.ok(files.every(({ action }) => action === 'unchanged'));
    assert.equal(await snapshot(top), before);
    await init(top, [client.name], true);
    assert.equal(await snapshot(top), {});
  });

  test(`${client.name}: what others wrote stays, byte for byte`, async ({ top }) => {
    const text = '{ "version": 1,\n\t"mine": [ ], "hooks": {"Stop": [], "stop": [ ]} }';
    for (const path of jsonPaths(client)) await write(top, path, text);
    const before = await snapshot(top);
    const { files } = await init(top, [client.name]);
    const changed = files.filter(({ action }) => action === 'change').map(({ path }) => path);
    assert.equal(changed.sort(), jsonPaths(client).sort());
    await init(top, [client.name], true);
    assert.equal(await snapshot(top), before);
  });

  test(`${client.name}: other clients stay set up when it is undone`, async ({ top }) => {
    const others = clients.filter((one) => one !== client).map(({ name }) => name);
    await init(top, others);
    const { '.coord/init.json': _record, ...before } = await snapshot(top);
    await init(top, [client.name]);
    await init(top, [client.name], true);
    const { '.coord/init.json': _after, ...after } = await snapshot(top);
    assert.equal(after, before);
  });
}

test('INI-1: the order in which clients are set up is of no importance', async ({ top }) => {
  const names = clients.map(({ name }) => name);
  const inTurn = async (ordered: readonly string[]) => {
    for (const name of ordered) await init(top, [name]);
    const { files } = await init(top, names);
    const wrong = files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    assert.equal(wrong, [], ordered.join());
    const made = await snapshot(top);
    await init(top, [], true);
    assert.equal(await snapshot(top), {});
    return made;
  };
  assert.equal(await inTurn(names.toReversed()), await inTurn(names));
});

test('INI-1: a record in another order or layout stays as it is', async ({ top }) => {
  await init(top, ['claude-code', 'codex']);
  const record = await json(top, '.coord/init.json');
  const files = Object.fromEntries(Object.entries(record['files'] as object).toReversed());
  const text = JSON.stringify({ ...record, clients: ['codex', 'claude-code'], files });
  await write(top, '.coord/init.json', text);
  const report = await init(top, ['claude-code', 'codex']);
  assert.ok(report.files.every(({ action }) => action === 'unchanged'));
  assert.is(await read(top, '.coord/init.json'), text);
});

async function json(top: string, path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await read(top, path)) as Record<string, unknown>;
}

test('cursor: only the hook before a write fails closed', async ({ top }) => {
  await init(top, ['cursor']);
  const { version, hooks } = await json(top, '.cursor/hooks.json');
  assert.is(version, 1);
  const before = (word: string, settings: object) => ({
    command: `.coord/hook cursor ${word}`,
    type: 'command',
    ...settings,
    timeout: 10,
  });
  assert.equal((hooks as Record<string, unknown>)['preToolUse'], [
    before('preToolUse', { matcher: 'Write|Delete', failClosed: true }),
    before('preToolUse-Shell', { matcher: 'Shell' }),
  ]);
  const text = await read(top, '.cursor/hooks.json');
  assert.is(text.split('failClosed').length, 2);
  assert.equal(await json(top, '.cursor/mcp.json'), {
    mcpServers: { coord: { command: 'coord', args: ['mcp'] } },
  });
});

test('copilot, vscode: one file of hooks for both, and each has its servers', async ({ top }) => {
  await init(top, ['vscode']);
  const { version, hooks } = await json(top, '.github/hooks/coord.json');
  assert.is(version, 1);
  assert.equal((hooks as Record<string, unknown>)['Stop'], [
    { command: '.coord/hook copilot Stop', type: 'command' },
  ]);
  const text = await read(top, '.github/hooks/coord.json');
  const { files } = await init(top, ['copilot']);
  assert.is(files.find(({ path }) => path === '.github/hooks/coord.json')?.action, 'unchanged');
  await init(top, ['vscode'], true);
  assert.is(await read(top, '.github/hooks/coord.json'), text);
  const left = await snapshot(top);
  assert.ok(left['.mcp.json'] !== undefined);
  assert.is(left['.vscode/mcp.json'], undefined);
});

test('windsurf: only what comes before a prompt is shown to the user', async ({ top }) => {
  await init(top, ['windsurf']);
  const { hooks } = await json(top, '.windsurf/hooks.json');
  const hook = (event: string, show_output: boolean) => [
    { command: `.coord/hook windsurf ${event}`, show_output },
  ];
  assert.equal(Object.keys(hooks as object).length, 6);
  const { pre_user_prompt, pre_write_code } = hooks as Record<string, unknown>;
  assert.equal(pre_user_prompt, hook('pre_user_prompt', true));
  assert.equal(pre_write_code, hook('pre_write_code', false));
});

test('opencode: a plugin of its own, and the server in its form', async ({ top }) => {
  await init(top, ['opencode']);
  assert.match(await read(top, '.opencode/plugins/coord.js'), '/hooks/opencode');
  assert.equal(await json(top, 'opencode.json'), {
    $schema: 'https://opencode.ai/config.json',
    mcp: { coord: { type: 'local', command: ['coord', 'mcp'] } },
  });
});

test.run();
