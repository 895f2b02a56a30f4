/** GIT-4: a few git processes at a time, whatever is asked of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BlobReader } from '../../daemon/git/blob-texts.ts';
import { IgnoreReader } from '../../daemon/git/ignore-rules.ts';
import { ProcessSlots } from '../../shared/node/git/process-slots.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { git as runGit, Sandbox, TestDaemon, write } from '../daemon/support.ts';

const test = suite<{ sandbox: Sandbox; root: string }>('a few git processes');

test.before.each((context) => {
  context.sandbox = new Sandbox();
  context.root = context.sandbox.repository('shop');
});
test.after.each(({ sandbox }) => sandbox.remove());

const git = gitRunner({ PATH: process.env['PATH'] });

/** The git processes that this one has started. */
function children(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, command, parent] =
        /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return command === 'git' && Number(parent) === process.pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** The most of them at one time, from now until it is asked. */
function watchChildren(): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, children().length)), 5);
  return () => {
    clearInterval(timer);
    return most;
  };
}

test('GIT-4 hundreds of writes at once, and a patch of hundreds of files, start a few of them', async ({
  sandbox,
  root,
}) => {
  if (process.platform !== 'linux') return;
  const names = Array.from({ length: 300 }, (_, at) => `notes/${at}.txt`);
  for (const name of names.slice(150)) write(root, name, 'one\n');
  runGit(root, 'add', '-A');
  runGit(root, 'commit', '-q', '-m', 'notes');
  const daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  for (const name of names) write(root, name, 'two\n');
  const most = watchChildren();
  const event = { event: 'postToolUse', conversation_id: 'c' };
  const answers = await Promise.all(
    names.map((file_path) =>
      daemon.send('POST', '/workspaces/sessions/hook', {
        ...event,
        workspace_slug: 'shop',
        file_path,
      }),
    ),
  );
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  const changes = names.map((name) => `*** Add File: new/${name}\n+one\n`);
  for (const name of names) write(root, `new/${name}`, 'one\n');
  const command = `*** Begin Patch\n${changes.join('')}*** End Patch\n`;
  const payload = {
    session_id: 'd',
    cwd: root,
    hook_event_name: 'PostToolUse',
    tool_name: 'apply_patch',
  };
  const patched = await daemon.send('POST', '/hooks/codex', {
    ...payload,
    tool_use_id: 'p',
    tool_input: { command },
    tool_response: {},
  });
  assert.ok(patched.status < 300, patched.text);
  const found = most();
  assert.ok(found <= 12, `${found} at once`);
  await daemon.daemon.close();
});

test('GIT-4 what is ignored follows the rules and the index at once', async ({ root }) => {
  const ignores = new IgnoreReader(git);
  const ignored = async (...paths: string[]) => [...(await ignores.ignoredAmong(root, paths))];
  assert.equal(await ignored('a.log', 'deep/er/b.log'), []);
  write(root, '.gitignore', '*.log\n!kept.log\n');
  assert.equal(await ignored('a.log', 'kept.log', 'deep/er/b.log'), ['a.log', 'deep/er/b.log']);
  write(root, 'deep/.gitignore', '!b.log\n');
  assert.equal(await ignored('a.log', 'deep/er/b.log'), ['a.log']);
  write(root, '.git/info/exclude', 'private\n');
  assert.equal(await ignored('private'), ['private']);
  write(root, 'a.log', 'text');
  runGit(root, 'add', '-f', 'a.log');
  assert.equal(await ignored('a.log', 'c.log'), ['c.log']);
  ignores.close();
});

test('GIT-4 a path at which git gives up does not change the answers to others', async ({
  root,
}) => {
  write(root, '.gitignore', '*.log\n');
  mkdirSync(join(root, 'real'));
  symlinkSync('real', join(root, 'linked'));
  const ignores = new IgnoreReader(git);
  const paths = ['a.log', 'linked/b.log', 'linked/c.log', '../d.log', 'e.log', 'f.txt'];
  assert.equal([...(await ignores.ignoredAmong(root, paths))], ['a.log', 'e.log']);
  ignores.close();
});

test('GIT-4 a git that was killed is started again, and one that nobody asks ends', async ({
  root,
}) => {
  while (process.platform === 'linux' && children().length > 0) await delay(5);
  const blobs = new BlobReader(git);
  const read = async () => (await blobs.read(root, ['HEAD:src/auth.ts', 'HEAD:none'])).texts.size;
  assert.is(await read(), 1);
  if (process.platform === 'linux') {
    assert.is(children().length, 1);
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    assert.is(await read(), 1);
    runGit(root, 'commit', '-q', '--allow-empty', '-m', 'x');
    assert.is(await read(), 1);
    blobs.close();
    while (children().length > 0) await delay(5);
  }
  assert.is(await read(), 1);
  blobs.close();
});

test('GIT-4 texts of every size and number come back as they are', async ({ root }) => {
  const texts = Array.from({ length: 200 }, (_, at) => `${at}\n`.repeat(at * 20));
  for (const [at, text] of texts.entries()) write(root, `t/${at}.txt`, text);
  write(root, 'binary', 'a\0b');
  runGit(root, 'add', '-A');
  runGit(root, 'commit', '-q', '-m', 'texts');
  const blobs = new BlobReader(git);
  const names = texts.map((_, at) => `HEAD:t/${at}.txt`);
  const [found, again] = await Promise.all([
    blobs.read(root, names),
    blobs.read(root, [...names, 'HEAD:binary']),
  ]);
  assert.equal(
    names.map((name) => found.texts.get(name)?.text),
    texts,
  );
  assert.equal(again.texts.size, texts.length);
  const id = execFileSync('git', ['rev-parse', 'HEAD:t/7.txt'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  assert.is(found.texts.get('HEAD:t/7.txt')?.id, id);
  const some = await blobs.read(root, names, 150);
  assert.ok(some.texts.size > 0 && some.left.size === texts.length - some.texts.size);
  blobs.close();
});

test('GIT-4 the turn comes in order, and whoever gives up loses no turn of others', async () => {
  const slots = new ProcessSlots();
  const quick = slots.of({ isRemote: false, timeoutMs: 1_000 });
  await Promise.all([1, 2, 3, 4].map(() => quick.enter()));
  const order: number[] = [];
  const gone = new AbortController();
  const waiting = [1, 2, 3].map(async (number) => {
    if (!(await quick.enter(number === 2 ? gone.signal : undefined))) return;
    order.push(number);
    quick.leave();
  });
  assert.ok(await slots.of({ isRemote: true, timeoutMs: 0 }).enter(), 'a remote has its own');
  gone.abort();
  for (let count = 0; count < 4; count += 1) quick.leave();
  await Promise.all(waiting);
  assert.equal(order, [1, 3]);
});

test.run();
