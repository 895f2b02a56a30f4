/** What the hook passes to the daemon and back, and what counts for no answer. */
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { hookScript, fakeToken, installHook, runHook, startRawDaemon } from '../support.ts';
import { hookPathOf } from '../../../shared/contract/edge.ts';
import { hookAnswerWithinSeconds } from '../../../shared/node/endpoint.ts';
import { deny, shells, hookSuite } from './support.ts';

const test = hookSuite('answers');

for (const shell of shells) {
  test(`${shell}: passes the client's JSON on and the daemon's answer back`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    daemon.answer.body = deny;
    const input = JSON.stringify({ text: `line\n"quoted" \\ 'single' $(x) %s \u007f é 日本 😀` });
    const args = ['claude-code', 'PreToolUse'];
    const result = await runHook(script, { args, cwd: top, input, shell });
    assert.equal(result, { code: 0, stdout: `${deny}\n`, stderr: '' });
    const [asked] = daemon.asked;
    assert.is(daemon.asked.length, 1);
    assert.is(asked?.over, 'socket');
    assert.is(asked?.method, 'POST');
    assert.is(asked?.path, hookPathOf('claude-code'));
    assert.is(asked?.body, input);
    assert.is(asked?.headers.authorization, `Bearer ${fakeToken}`);
    assert.is(asked?.headers['content-type'], 'application/json');
  });

  test(`${shell}: large bodies and answers pass whole`, async ({ daemon, script, top }) => {
    await daemon.start(join(top, '.git'));
    daemon.answer.body = JSON.stringify({ additionalContext: 'né\n'.repeat(1_000) });
    const lines = JSON.stringify({ lines: Array(20_000).fill('zażółć') }, undefined, 1);
    for (const input of ['x'.repeat(9_999), 'é'.repeat(450_000), lines]) {
      const result = await runHook(script, { args: ['claude-code'], cwd: top, input, shell });
      assert.equal(result, { code: 0, stdout: `${daemon.answer.body}\n`, stderr: '' });
      assert.ok(daemon.asked.pop()?.body === input, `${input.length} characters`);
    }
  });

  test(`${shell}: prints nothing where the daemon answers nothing`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    for (const status of [200, 204]) {
      daemon.answer.status = status;
      const result = await runHook(script, { args: ['claude-code', 'Stop'], cwd: top, shell });
      assert.equal(result, { code: 0, stdout: '', stderr: '' });
    }
    assert.is(daemon.asked.length, 2);
  });

  test(`HOK-4: ${shell}: a daemon that refuses a call is not reported as down`, async (context) => {
    const { daemon, script, top } = context;
    const folder = join(top, '.git', 'coord');
    await daemon.start(join(top, '.git'));
    const run = (event: string) =>
      runHook(script, { args: ['claude-code', event], cwd: top, shell });
    for (const status of [400, 413, 500]) {
      daemon.answer = { status, body: '{"error":"Unavailable"}' };
      for (const event of ['UserPromptSubmit', 'PreToolUse', 'SessionStart']) {
        const { code, stdout } = await run(event);
        assert.is(code, 0);
        assert.match(stdout, 'coord: the daemon refused this call, so it was not checked.');
        assert.not.match(stdout, 'coord daemon');
      }
      assert.match((await run('PostToolUse')).stdout, 'so what it wrote is not reserved');
    }
    assert.not.ok(
      existsSync(join(folder, 'said-down-claude-code')),
      'a later notice is not kept back',
    );
    await writeFile(join(folder, 'deny-when-down'), '');
    const denied = await run('PreToolUse');
    assert.is(denied.code, 2);
    assert.match(
      denied.stderr,
      /refused this call, so it was not checked, and this repository denies/,
    );
    assert.not.match(denied.stderr, 'coord daemon');
  });

  test(`HOK-5: ${shell}: the daemon's own reason for a refusal is shown where it is plain text`, async (context) => {
    const { daemon, script, top } = context;
    await daemon.start(join(top, '.git'));
    const said = async (message: string, event = 'PreToolUse') => {
      daemon.answer = { status: 400, body: JSON.stringify({ error: 'ValidationError', message }) };
      const { stdout } = await runHook(script, {
        args: ['claude-code', event],
        cwd: top,
        shell,
      });
      JSON.parse(stdout);
      return stdout;
    };
    const reason = "tool_name must be a text: 'x' & $HOME `id` <b> 100%.";
    assert.match(await said(reason), `so it was not checked. ${reason}`);
    assert.match(await said(reason, 'PostToolUse'), `what it wrote is not reserved. ${reason}`);
    for (const odd of [
      'say "no"',
      'C:\\x',
      'a\nb',
      'a\u001b[31m',
      '\u202ea',
      '“é”',
      '',
      'x'.repeat(401),
    ])
      assert.match(await said(odd), 'so it was not checked. To see what is wrong: coord doctor');
  });
}

async function assertNoAnswer(
  script: string,
  top: string,
  { input, problem = /the daemon does not answer/ }: { input?: string; problem?: RegExp } = {},
): Promise<void> {
  await rm(join(top, '.git', 'coord', 'said-down-claude-code'), { force: true });
  const args = ['claude-code', 'UserPromptSubmit'];
  const call = { args, cwd: top, ...(input !== undefined && { input }) };
  const result = await runHook(script, call);
  assert.is(result.code, 0);
  assert.is(result.stderr, '');
  // A connection that ends at once may look like none to curl.
  assert.match(JSON.parse(result.stdout).systemMessage, problem);
}

const cutAnswers = [
  '',
  'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"half":',
  'HTTP/1.1 302 Found\r\nLocation: /200\r\nContent-Length: 2\r\n\r\n{}',
  '{"some": "thing else"}\r\n\r\n{}',
];

test('an answer that is not whole or not of HTTP counts for none', async ({ script, top }) => {
  let answer = '';
  const daemon = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.end(answer));
  });
  for (answer of cutAnswers) await assertNoAnswer(script, top);
  await daemon.stop();
});

test('an answer without a length is whole when the connection ends', async ({ script, top }) => {
  const daemon = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.end(`HTTP/1.0 200 OK\r\n\r\n${deny}`));
  });
  const result = await runHook(script, { args: ['claude-code'], cwd: top });
  assert.equal(result, { code: 0, stdout: `${deny}\n`, stderr: '' });
  await daemon.stop();
});

test('HKS-1: a daemon that takes too long holds nobody up', async ({ top }) => {
  const large = 'x'.repeat(10_000_000);
  const limit = `--max-time ${hookAnswerWithinSeconds}`;
  const script = await installHook(top, hookScript.replace(limit, '--max-time 1'));
  const silent = await startRawDaemon(join(top, '.git'), (connection) => connection.pause());
  for (const input of ['{}', large]) await assertNoAnswer(script, top, { input });
  await silent.stop();
});

test('a daemon that hangs up is reported, without noise', async ({ script, top }) => {
  const connected = await startRawDaemon(join(top, '.git'), (connection) => connection.destroy());
  const problem = /the daemon (is not running|does not answer)/;
  for (let times = 0; times < 5; times += 1) await assertNoAnswer(script, top, { problem });
  await connected.stop();
  const busy = await startRawDaemon(join(top, '.git'), (connection) => {
    connection.once('data', () => connection.destroy());
  });
  for (const input of ['{}', 'x'.repeat(1_000_000)])
    await assertNoAnswer(script, top, { input, problem });
  await busy.stop();
});

test('every shell at hand runs it alike', async ({ daemon, script, top }) => {
  await daemon.start(join(top, '.git'));
  daemon.answer.body = deny;
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  for (const name of ['sh', 'dash', 'bash', 'ksh', 'zsh']) {
    const folder = await firstWith(name, folders);
    if (folder === undefined) continue;
    const call = { args: ['claude-code'], cwd: top, shell: join(folder, name) };
    assert.equal(await runHook(script, call), { code: 0, stdout: `${deny}\n`, stderr: '' }, name);
  }
});

async function firstWith(name: string, folders: string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    if (names.includes(name)) return folder;
  }
  return undefined;
}

test.run();
