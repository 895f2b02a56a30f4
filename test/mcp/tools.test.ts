import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operations } from '../../shared/api/operations.ts';
import { callTool, listTools } from '../../shared/api/tools.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { standInHost } from './support.ts';

const test = suite('tools');

const maxBytes = 16 * 1024;

test('MCP-1: the whole list of tools stays under 16 KiB', () => {
  const bytes = Buffer.byteLength(JSON.stringify(listTools()));
  console.log(`tool list: ${listTools().length} tools, ${bytes} bytes`);
  assert.ok(bytes <= maxBytes, `${bytes} bytes are more than ${maxBytes}`);
});

test('MCP-1: the 26 tools are those that agents know', () => {
  const given =
    'sync decide search ask learn workstream_start workstream_join workstream_leave sync_commit delegate_task ' +
    'confirm_ready convention_propose convention_list decisions_stale decision_reaffirm negotiate_open ' +
    'negotiate_respond negotiate_list';
  const ours =
    'publish workstream_complete workstream_list sync_retract task_claim task_list symbols submit_reading';
  const names = listTools().map(({ name }) => name);
  assert.equal(names.sort(), `${given} ${ours}`.split(' ').sort());
});

test('MCP-1: every operation with a tool name is offered under it, with its summary', () => {
  const named = Object.values(operations).filter((operation) => 'tool' in operation);
  assert.equal(
    listTools().map(({ name, description }) => [name, description]),
    named.map((operation) => [operation.tool, operation.summary]),
  );
});

test('MCP-1: names, schemas and annotations are such as clients accept', () => {
  for (const tool of listTools()) {
    assert.match(tool.name, /^[A-Za-z0-9_./-]{1,64}$/);
    assert.is(tool.inputSchema.type, 'object');
    assert.type(tool.annotations['readOnlyHint'], 'boolean');
  }
});

test('MCP-2: no tool asks for the workspace, and the server fills it', async () => {
  for (const { inputSchema } of listTools()) {
    assert.not.ok('workspace_id' in inputSchema.properties);
    assert.not.ok('workspace_slug' in inputSchema.properties);
  }
  const sync = listTools().find(({ name }) => name === 'sync');
  assert.not.ok('id' in (sync?.inputSchema.properties ?? {}));
  const result = await callTool('sync', { id: 'ws_other', task: 'x' }, standInHost());
  assert.is(result?.structuredContent?.['id'], 'ws_1');
});

test('MCP-2: a session that is left out is the one of the caller; one that is given stays', async () => {
  const found = await callTool('sync', { task: 'x' }, standInHost());
  assert.is(found?.structuredContent?.['session_id'], 'sess_1');
  const given = await callTool('sync', { session_id: 'sess_9' }, standInHost());
  assert.is(given?.structuredContent?.['session_id'], 'sess_9');
});

test('MCP-2: a tool whose output names no session says which one it took', async () => {
  const host = standInHost({ call: async () => ({ ok: true }) });
  const result = await callTool('sync', {}, host);
  assert.equal(result?.structuredContent, { session_id: 'sess_1', ok: true });
  assert.equal(JSON.parse(result?.content[0]?.text ?? ''), result?.structuredContent);
});

test('ANS-1 wrong arguments and refusals come back as texts that name the field or the reason', async () => {
  const wrong = await callTool('sync', { files: 7 }, standInHost());
  assert.is(wrong?.isError, true);
  assert.match(wrong?.content[0]?.text ?? '', /^ValidationError: files /);
  const list = await callTool('sync', ['x'], standInHost());
  assert.is(list?.isError, true);
  const host = standInHost({ call: async () => refuse('Unavailable', 'The relay is away.') });
  const refused = await callTool('sync', {}, host);
  assert.is(refused?.content[0]?.text, 'Unavailable: The relay is away.');
});

test('MCP-3: a list may be written as text, with commas or as JSON', async () => {
  const open = { file: 'a.ts', rationale: 'r' };
  for (const names of ['login, logout', '["login","logout"]', ['login', 'logout']]) {
    const result = await callTool(
      'negotiate_open',
      { ...open, symbol_names: names },
      standInHost(),
    );
    assert.equal(result?.structuredContent?.['symbol_names'], ['login', 'logout']);
  }
  const broken = await callTool(
    'negotiate_open',
    { ...open, symbol_names: '["login"' },
    standInHost(),
  );
  assert.match(broken?.content[0]?.text ?? '', /^ValidationError: symbol_names /);
});

test('MCP-3: so may an object and a switch, and what is inside of an object', async () => {
  const answered = { negotiation_id: 'neg_1', action: 'split' };
  const wanted = { initiator_symbols: ['a.ts#x', 'a.ts#y'], counterparty_symbols: ['a.ts#z'] };
  const inside = {
    ...wanted,
    initiator_symbols: '["a.ts#x","a.ts#y"]',
    counterparty_symbols: 'a.ts#z',
  };
  for (const split of [wanted, inside, JSON.stringify(wanted), JSON.stringify(inside)]) {
    const result = await callTool('negotiate_respond', { ...answered, split }, standInHost());
    assert.equal(result?.structuredContent?.['split'], wanted);
  }
  const reading = { meeting_id: 'meet_1', decisions: [], action_items: [], no_results: 'true' };
  const read = await callTool('submit_reading', reading, standInHost());
  assert.is(read?.structuredContent?.['no_results'], true, read?.content[0]?.text);
  const broken = await callTool('negotiate_respond', { ...answered, split: '{' }, standInHost());
  assert.match(broken?.content[0]?.text ?? '', 'ValidationError: split must be an object');
});

test('MCP-3: so may one that is written as one text by its contract', () => {
  assert.equal(itemsOf('a.ts, b.ts'), ['a.ts', 'b.ts']);
  assert.equal(itemsOf('["a.ts","b, c.ts"]'), ['a.ts', 'b, c.ts']);
  assert.equal(itemsOf(' [ ] '), []);
  for (const text of ['[id].ts, [[...rest]].ts', '["a.ts"', '[1]'])
    assert.equal(itemsOf(text), text.split(/, /));
});

test('MCP-11: an argument that the tool does not have is ignored, and named', async () => {
  const result = await callTool('learn', { insight: 'x', 'rea`son': 'why' }, standInHost());
  assert.is(result?.isError, undefined);
  assert.not.ok('rea`son' in (result?.structuredContent ?? {}));
  const told = String(result?.structuredContent?.['message']);
  assert.match(
    told,
    /^coord: not taken, as this tool has no such argument: `rea.*son`\. It takes insight, /,
  );
  assert.is(told.split('`').length, 3, 'a name ends no quotes');
  const refused = await callTool('learn', { name: 'x' }, standInHost());
  assert.match(refused?.content.at(-1)?.text ?? '', '`name`');
  const usual = { files: 'a.ts', session_id: 's', workspace_id: 'ws_1' };
  const { structuredContent } = (await callTool('sync', usual, standInHost())) ?? {};
  assert.is(structuredContent?.['message'], undefined);
});

test('MCP-2: a call whose arguments name another workspace is refused, and nothing is done', async () => {
  let done = 0;
  const host = standInHost({ call: async () => ({ done: (done += 1) }) });
  const learn = (args: object) => callTool('learn', { insight: 'x', ...args }, host);
  const others = [
    { workspace_id: 'ws_2' },
    { workspace_id: 'other' },
    { workspace_slug: 'other' },
    { workspace_slug: 'ws_2' },
  ];
  for (const args of others) {
    const refused = await learn(args);
    assert.is(refused?.isError, true, JSON.stringify(args));
    const [field] = Object.keys(args);
    assert.match(refused?.content[0]?.text ?? '', `: ${field} names another workspace than shop,`);
  }
  assert.is(done, 0);
  const own = [
    { workspace_id: 'ws_1', workspace_slug: 'shop' },
    { workspace_id: 'shop' },
    { workspace_id: '', workspace_slug: null },
  ];
  for (const args of own) assert.is((await learn(args))?.isError, undefined, JSON.stringify(args));
});

test("MCP-11: another tool's name for files is this one's", async () => {
  const calls = [
    ['sync', { file: 'a.ts' }, 'files', 'a.ts'],
    ['learn', { insight: 'x', paths: ['a.ts'] }, 'files', ['a.ts']],
    ['convention_propose', { title: 'x', files: 'src/**' }, 'affected_files', 'src/**'],
    ['convention_list', { file_path: 'a.ts' }, 'file', 'a.ts'],
    ['sync', { file: 'a.ts', files: 'b.ts' }, 'files', 'b.ts'],
  ] as const;
  for (const [name, args, field, value] of calls)
    assert.equal((await callTool(name, args, standInHost()))?.structuredContent?.[field], value);
});

test('a name that no tool has gives nothing', async () => {
  assert.is(await callTool('hook', {}, standInHost()), undefined);
  assert.is(await callTool('toString', {}, standInHost()), undefined);
});

test.run();
