import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import { throughScript } from './script.ts';
import { hooksOf } from '../support/client-examples.ts';
import { edit, type TestDaemon, type Reply, withDaemon } from './support.ts';

const windsurf = hooksOf('windsurf');

const test = suite('Windsurf');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

/** As Windsurf documents its payloads. */
function payload(event: string, trajectory: string, tool_info: object = {}): object {
  return {
    agent_action_name: event,
    trajectory_id: trajectory,
    execution_id: 'execution-1',
    timestamp: '2026-11-21T10:00:00Z',
    tool_info,
  };
}

function hook(event: string, trajectory: string, info: object = {}): Promise<Reply> {
  return daemon.send('POST', '/hooks/windsurf', payload(event, trajectory, info));
}

function editing(path: string, [old_string, new_string]: readonly [string, string]): object {
  return { file_path: join(root, path), edits: [{ old_string, new_string }] };
}

/** Through the script, because only its exit code denies. Answers the reason, empty where the write was allowed. */
async function edits(trajectory: string, change: readonly [string, string]): Promise<string> {
  const info = editing('src/auth.ts', change);
  const event = 'pre_write_code';
  const call = { client: 'windsurf', event, payload: payload(event, trajectory, info) };
  const { code, stdout, stderr } = await throughScript(root, call);
  assert.is(stdout, '');
  assert.is(code, stderr === '' ? 0 : 2);
  if (code === 2) return stderr;
  edit(root, 'src/auth.ts', ...change);
  assert.is((await hook('post_write_code', trajectory, info)).text, '');
  return '';
}

function read(event: string, info: object = {}) {
  const call = windsurf.read(payload(event, 'conv', info));
  assert.ok(call, event);
  return call;
}

const file = { file_path: '/r/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] };
const effects: Record<string, string> = {
  pre_user_prompt: 'prompt',
  pre_write_code: 'check',
  post_write_code: 'acquire',
  pre_read_code: 'heartbeat',
  post_cascade_response: 'end',
};

for (const [event, effect] of Object.entries(effects)) {
  test(`${event} means ${effect}`, () => {
    assert.is(read(event, file).effect, effect);
  });
}

test('the edits, the task and the shell are read', () => {
  const written = read('pre_write_code', file);
  assert.ok(written.effect === 'check');
  const replaced = { kind: 'replace', oldText: 'a', newText: 'b', all: false };
  assert.equal(written.files, [{ path: '/r/a.ts', edits: [replaced] }]);
  assert.is(read('pre_user_prompt', { user_prompt: ' Tidy up ' }).task, 'Tidy up');
  const began = read('pre_run_command', { command_line: 'ls', cwd: '/r' });
  assert.ok(began.effect === 'heartbeat');
  assert.is(began.shell, 'began');
  assert.is(began.cwd, '/r');
});

test('nothing but the reason of a denial is ever printed', () => {
  const asked = read('pre_write_code', file);
  assert.is(windsurf.write(asked, { permission: 'deny', message: 'held' }), 'held');
  assert.is(windsurf.write(asked, { permission: 'allow', message: 'look' }), '');
  for (const event of ['pre_user_prompt', 'post_write_code', 'pre_run_command'])
    assert.is(windsurf.write(read(event, file), { permission: 'deny', message: 'x' }), '', event);
});

test('ANS-2: whatever comes, it is a call or nothing, and never a 500', async () => {
  const odd = ['null', '[]', '3', '{}', '{"agent_action_name":"pre_write_code"}'];
  for (const body of odd) {
    assert.is(windsurf.read(JSON.parse(body)), undefined, body);
    const { status } = await daemon.send('POST', '/hooks/windsurf', body);
    assert.is(status, !body.startsWith('{') ? 400 : 204, body);
  }
  assert.equal(checked(read('pre_write_code', { file_path: 3 })), []);
  assert.is((await hook('pre_everything', 'odd')).text, '');
});

test('RSV-4, RSV-3: a held symbol is denied, another symbol of the file is not', async () => {
  await hook('pre_user_prompt', 'one', { user_prompt: 'Remember the user' });
  assert.is(await edits('one', ['remembered: false', 'remembered: true']), '');
  const denied = await edits('two', ['remembered: true', 'remembered: 1']);
  assert.match(
    denied,
    'src/auth.ts#login is held by Ana, by another agent of the same person (task: “Remember the user”), 10 minutes',
  );
  assert.is(await edits('two', ['gone: false', 'gone: true']), '');
});

test('RSV-6: who was late learns it with the next denial', async () => {
  const raced = { file_path: join(root, 'raced.md'), edits: [] };
  await hook('post_write_code', 'first', raced);
  await hook('post_write_code', 'second', raced);
  const denied = await edits('second', ['remembered: true', 'remembered: 2']);
  assert.match(denied, 'raced.md: held by Ana');
});

test('SES-3: without an end of the session, the end of the answer frees what it held', async () => {
  await daemon.untilHeld('src/auth.ts#login');
  await hook('post_cascade_response', 'one', { response: 'Done.' });
  await daemon.untilHeld('src/auth.ts#login', false);
});

/** HOK-5: the files of a check: none where the call names none that can be read. */
function checked(call: HookCall) {
  return call.effect === 'check' ? call.files : undefined;
}

test.run();
