/** HOK-4: calls of clients' own hooks that carry much text. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hookScript } from '../init/support.ts';
import { parseCut } from '../../daemon/local-api/exchange.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { Sandbox, TestDaemon } from '../daemon/support.ts';
import { installHook, runHook } from '../init/support.ts';
import { coord } from '../link/daemon-process.ts';

const test = suite('large calls');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const closed = join(root, '.git/coord/deny-when-down');
const { hookBytes } = connectionLimits;
let daemon: TestDaemon;
let script: string;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  script = await installHook(root, hookScript);
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test.after.each(() => rmSync(closed, { force: true }));

function payload(event: string, conversation: string, fields: object = {}) {
  return { session_id: conversation, cwd: root, hook_event_name: event, ...fields };
}

function write(file: string, content: string, response?: object) {
  const tool = { tool_name: 'Write', tool_input: { file_path: join(root, file), content } };
  return { ...tool, tool_use_id: 'toolu_1', ...(response && { tool_response: response }) };
}

/** Runs the installed script or `coord hook`, as a client does. */
async function runs(
  way: 'script' | 'command',
  event: string,
  body: object,
  client = 'claude-code',
) {
  const input = JSON.stringify(body);
  if (way === 'script') return runHook(script, { args: [client, event], cwd: root, input });
  const place = { folder: root, home: sandbox.folder('other') };
  const { code, out, err } = await coord(['hook', client, event], place, input);
  return { code, stdout: out, stderr: err };
}

const text = 'export const line = 1; // é\n';
const ofSize = (bytes: number) => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));

for (const [way, megabytes] of [
  ['script', 1.2],
  ['command', 2.5],
] as const) {
  test(`HOK-4 a write of ${megabytes} MB is reserved by the ${way}, and another agent is kept off it`, async () => {
    const file = `src/large-${way}.ts`;
    const content = ofSize(megabytes * 1_000_000);
    assert.is(
      (await runs(way, 'PreToolUse', payload('PreToolUse', 'one', write(file, content)))).stdout,
      '',
    );
    writeFileSync(join(root, file), content);
    const response = { filePath: join(root, file), content, originalFile: content };
    const reported = payload('PostToolUse', 'one', write(file, content, response));
    assert.is((await runs(way, 'PostToolUse', reported)).code, 0);
    await daemon.untilHeld(file);
    const other = payload('PreToolUse', 'two', write(file, `${content}// more\n`));
    assert.match((await runs(way, 'PreToolUse', other)).stdout, '"permissionDecision":"deny"');
    assert.not.ok(existsSync(join(root, '.git/coord/said-down-claude-code')));
  });
}

const notChecked = 'This call is too large for coord (over 32 MiB), so it was not checked';
const huge = ofSize(hookBytes);

for (const way of ['script', 'command'] as const) {
  test(`HOK-4 over the limit the agent goes on and is told, by the ${way}`, async () => {
    for (const event of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit']) {
      const fields = event === 'UserPromptSubmit' ? { prompt: huge } : write('src/huge.ts', huge);
      const { code, stdout, stderr } = await runs(way, event, payload(event, 'one', fields));
      assert.equal([code, stderr], [0, ''], event);
      const { hookSpecificOutput } = JSON.parse(stdout);
      assert.is(hookSpecificOutput.hookEventName, event);
      assert.is(hookSpecificOutput.additionalContext, `coord: ${notChecked}.`);
    }
    assert.not.ok(existsSync(join(root, '.git/coord/said-down-claude-code')));
  });

  test(`HKS-2 HOK-4 where unchecked writes are denied, the denial names the size, by the ${way}`, async () => {
    writeFileSync(closed, '');
    const denied = await runs(way, 'PreToolUse', payload('PreToolUse', 'one', write('a.ts', huge)));
    assert.match(denied.stdout, '"permissionDecision":"deny"');
    assert.match(denied.stdout, `${notChecked}, and this repository denies writes`);
    const shell = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: huge } };
    const allowed = await runs(way, 'PreToolUse-Bash', payload('PreToolUse', 'one', shell));
    assert.not.match(allowed.stdout, '"deny"');
  });
}

test('HOK-4 a client with a form of its own is answered in it', async () => {
  const fields = { conversation_id: 'c', hook_event_name: 'preToolUse', workspace_roots: [root] };
  const tool = { tool_name: 'Write', tool_input: { file_path: join(root, 'a.ts'), content: huge } };
  const { stdout } = await runs('script', 'preToolUse', { ...fields, ...tool }, 'cursor');
  assert.equal(JSON.parse(stdout), { permission: 'allow' });
});

test('HOK-4 a body that does not say what it is before the limit is refused, and not called down', async () => {
  const { code, stdout } = await runs('script', 'PreToolUse', { content: huge, session_id: 'one' });
  assert.is(code, 0);
  assert.match(stdout, 'coord: the daemon refused this call, so it was not checked.');
  assert.not.ok(existsSync(join(root, '.git/coord/said-down-claude-code')));
});

test('HOK-4 the answer to a body that is too large does not wait for its end', async () => {
  const token = readFileSync(daemon.daemon.tokenFile, 'utf8').trim();
  const { port } = new URL(daemon.daemon.url);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(hookBytes + 1),
  };
  const path = '/hooks/claude-code';
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers });
  sent.on('error', () => undefined);
  const answered = new Promise<string>((resolve) => {
    sent.on('response', (response) =>
      response.on('data', (chunk: Buffer) => resolve(String(chunk))),
    );
  });
  sent.write(JSON.stringify(payload('PreToolUse', 'one', write('a.ts', 'x'.repeat(100_000)))));
  assert.match(await answered, notChecked);
  sent.destroy();
});

test('HOK-4 the beginning of a JSON object is read as far as it goes, wherever it is cut', () => {
  const whole = '{"a":"1,\\"{\\u00e9","b":[1,{"c":"x\\\\"}],"d":{"e":null,"f":"g"}}';
  for (let length = 0; length <= whole.length; length += 1) {
    const found = parseCut(Buffer.from(whole.slice(0, length)));
    if (length > 5) assert.ok(found !== undefined && 'a' in found, whole.slice(0, length));
  }
  assert.equal(parseCut(Buffer.from(whole)), JSON.parse(whole));
  assert.equal(parseCut(Buffer.from('{"a":{"b":"cde')), { a: { b: 'cde' } });
  assert.equal(parseCut(Buffer.from('{"a":1,"b":{"c":2,"d')), { a: 1, b: { c: 2 } });
  for (const none of ['', '[1,', 'x', '{"a"', '}{'])
    assert.is(parseCut(Buffer.from(none)), undefined, none);
});

test.run();
