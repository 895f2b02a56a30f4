import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import { json, makeSandbox, run, start, type Sandbox, type Running } from '../cli/support.ts';
import { LineClient } from '../mcp/support.ts';

interface Context {
  sandbox: Sandbox;
  daemon: Running;
}

const test = suite<Context>('coord workstream');
const branch = 'coord/guest-checkout';

test.before.each(async (context) => {
  const { repository } = (context.sandbox = await makeSandbox());
  const remote = join(context.sandbox.folder, 'remote.git');
  git(repository, 'init', '--quiet', '--bare', '-b', 'main', remote);
  git(repository, 'remote', 'add', 'origin', remote);
  writeFileSync(join(repository, 'first'), 'first');
  git(repository, 'add', 'first');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  git(repository, ...author, 'commit', '--quiet', '-m', 'first');
  git(repository, 'push', '--quiet', 'origin', 'main');
  context.daemon = start(['daemon', '--port', '0', '--json'], context.sandbox);
  await context.daemon.line();
});

test.after.each(async ({ sandbox, daemon }) => {
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
  await sandbox.remove();
});

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
}

function hook(sandbox: Sandbox, event: string) {
  const input = JSON.stringify({
    session_id: 'conv-1',
    cwd: sandbox.repository,
    hook_event_name: event,
  });
  return run(['hook', 'claude-code', event], sandbox, { input });
}

test('WST-1 a workstream is started with its branch, shown, listed and ended', async ({
  sandbox,
}) => {
  const started = await run(['workstream', 'start', 'Guest checkout'], sandbox);
  assert.is(started.code, 0, started.err);
  assert.is(
    started.out,
    `guest-checkout is started on the branch ${branch}.\n` +
      `Made the branch ${branch} from origin/main and pushed it to origin. To work on it: git switch ${branch}\n`,
  );
  assert.is(
    git(sandbox.repository, 'rev-parse', branch),
    git(sandbox.repository, 'rev-parse', 'main'),
  );
  const listed = await run(['workstream', 'list', '--status', 'active'], sandbox);
  assert.match(listed.out, /guest-checkout +active +Guest checkout/);
  const shown = await run(['workstream', 'show', 'guest-checkout'], sandbox);
  assert.match(shown.out, `branch ${branch}, from main`);
  const twice = await run(['workstream', 'start', 'Guest checkout'], sandbox);
  assert.equal([twice.code, twice.out], [1, '']);
  assert.match(twice.err, 'guest-checkout is in use');
  const ended = await run(['workstream', 'end', 'guest-checkout', '--reason', 'Enough'], sandbox);
  assert.is(ended.err, '');
  assert.is(ended.out, `guest-checkout is abandoned. Its branch ${branch} stays.\n`);
  const again = await run(['workstream', 'end', 'guest-checkout'], sandbox);
  assert.equal([again.code, again.out], [1, '']);
  assert.match(again.err, 'abandoned');
  assert.match((await run(['workstream', 'list', '--status', 'active'], sandbox)).out, /^No work/);
});

test('WST-1 a base that is nowhere is refused before anything is made, and a slug says who has it', async ({
  sandbox,
}) => {
  const nowhere = await run(['workstream', 'start', 'Zed', '--base', 'nobranch'], sandbox);
  assert.is(nowhere.code, 2, nowhere.out);
  assert.match(nowhere.err, '--base names nobranch, but there is no commit on a branch nobranch');
  assert.match(nowhere.err, ' here or on origin. Name a branch that is there: git branch --all');
  assert.is((await run(['workstream', 'show', 'zed'], sandbox)).code, 1);
  assert.is((await run(['workstream', 'start', 'Zed'], sandbox)).code, 0);
  await run(['workstream', 'end', 'zed'], sandbox);
  const again = await run(['workstream', 'start', 'Zed'], sandbox);
  assert.match(
    again.err,
    'The slug zed belongs to a workstream that is abandoned, and a slug is used once. Choose another',
  );
  const unnamed = await run(['workstream', 'start', '🎉🎉'], sandbox);
  assert.is(unnamed.code, 2);
  assert.match(unnamed.err, /^coord: .*is missing, and the title has no letters from a to z\./);
});

test('CMD-1 what is wrong with a start is said alone, before anything is asked of the daemon', async ({
  sandbox,
}) => {
  for (const [option, value, said] of [
    ['--slug', 'UPPER CASE', /^coord: --slug must be lower-case letters/],
    ['--slug', '../x', /^coord: --slug must be lower-case letters/],
    ['--base', 'a..b', /^coord: --base /],
    ['--base', 'nope', /^coord: --base names nope, but there is no commit/],
  ] as const) {
    const { code, err } = await run(['workstream', 'start', 'T', option, value], sandbox);
    assert.is(code, 2, value);
    assert.match(err, said);
  }
  const known = await run(['workstream', 'start', 'Fine', '--base', 'main'], sandbox);
  assert.match(known.err, /^The daemon is asked to make its branch and push it to origin/);
});

test('WST-2 an agent joins and leaves by its session', async ({ sandbox }) => {
  await hook(sandbox, 'SessionStart');
  const options = ['--slug', 'secret', '--base', 'main', '--private', '--description', 'Hush'];
  const made = await json<WorkstreamRecord>(['workstream', 'start', 'Plan', ...options], sandbox);
  assert.equal([made.visibility, made.description, made.slug], ['private', 'Hush', 'secret']);
  const one = ['secret', '--session', 'conv-1'];
  const joined = await json<Output<'joinWorkstream'>>(['workstream', 'join', ...one], sandbox);
  assert.ok(joined.members.some(({ session_id }) => session_id !== undefined));
  assert.match(joined.git ?? '', 'was here already');
  const left = await run(['workstream', 'leave', ...one], sandbox);
  assert.match(left.out, /^Left secret\. (Nobody works|One still works) in it\./);
  assert.is((await run(['workstream', 'leave', ...one], sandbox)).code, 1);
  assert.is((await run(['workstream', 'join', 'secret', '--session', 'nobody'], sandbox)).code, 1);
});

test('WST-3 first the plan, then the end', async ({ sandbox }) => {
  await run(['workstream', 'start', "Ada's checkout", '--slug', 'guest-checkout'], sandbox);
  const plan = await run(['workstream', 'complete', 'guest-checkout'], sandbox);
  assert.is(plan.code, 0);
  assert.match(plan.out, `git merge --squash ${branch}`);
  assert.match(plan.out, `git commit -m 'Ada'\\''s checkout'`);
  assert.match(plan.out, 'Not done yet:\n  No commit of it has passed the gate: coord gate run');
  const url = 'https://example.com/shop/pull/7';
  const done = await run(['workstream', 'complete', 'guest-checkout', '--pr', url], sandbox);
  assert.is(done.out, `guest-checkout is completed: ${url}\n`);
});

test('WST-1 a tool call makes the branch, too, and acts for its agent', async ({ sandbox }) => {
  await hook(sandbox, 'SessionStart');
  const environment = { CLAUDE_CODE_SESSION_ID: 'conv-1', CLAUDE_PROJECT_DIR: sandbox.repository };
  const mcp = start(['mcp'], sandbox, { environment });
  const answers = new PassThrough();
  const client = new LineClient(mcp.input, answers);
  const copied = (async () => {
    for (let at = 0; at < 2; at += 1) answers.write(`${await mcp.line()}\n`);
  })();
  await client.initialize();
  const call = { name: 'workstream_start', arguments: { title: 'Guest checkout' } };
  const { result } = await client.request('tools/call', call);
  await copied;
  const answer = result?.['structuredContent'] as Output<'startWorkstream'>;
  assert.match(answer.git ?? '', 'pushed it to origin');
  assert.is(answer.members[0]?.session_id !== undefined, true);
  assert.is(
    git(sandbox.repository, 'rev-parse', branch),
    git(sandbox.repository, 'rev-parse', 'main'),
  );
  mcp.input.end();
  assert.is((await mcp.finished).code, 0);
});

test('what is typed wrongly is wrong usage', async ({ sandbox }) => {
  for (const typed of [
    ['start'],
    ['start', 'T', '--slug', '--output=x'],
    ['start', 'T', '--base', 'a..b'],
    ['start', 'T', '--base=--output=x'],
    ['list', '--status', 'odd'],
    ['complete', 'x', '--pr', 'javascript:alert(1)'],
    ['show', '../x'],
  ]) {
    const { code, out } = await run(['workstream', ...typed], sandbox);
    assert.equal([code, out], [2, ''], typed.join(' '));
  }
  assert.is((await run(['workstream', 'show', 'nothing'], sandbox)).code, 1);
  for (const command of ['start', 'list', 'show', 'join', 'leave', 'end', 'complete']) {
    const help = await run(['workstream', command, '--help'], sandbox);
    assert.match(help.out, `Example:\n  coord workstream ${command}`);
  }
});

test.run();
