import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox, run, start, type Finished, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>('commands and files that cannot be used');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

function isOneSentence({ code, err }: Finished, path: string): void {
  assert.is(code, 1, err);
  assert.match(err, path);
  assert.not.match(err, 'unexpected');
  assert.not.match(err, /\n {4}at /);
  assert.not.match(err, /: (ENOENT|EROFS|EACCES|ENOTDIR|EEXIST):? /);
  const lines = err.trim().split('\n');
  assert.is(lines.filter((line) => line.startsWith('coord: ')).length, 1, err);
}

test('DUR-8 a home that cannot be used is said with its path and what to do', async ({
  sandbox,
}) => {
  await writeFile(sandbox.home, '');
  for (const command of ['daemon --port 0', 'relay --port 0']) {
    const ended = await run(command.split(' '), sandbox);
    isOneSentence(ended, sandbox.home);
    assert.match(ended.err, /COORD_HOME|--data/, command);
  }
  const add = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada'];
  isOneSentence(await run(add, sandbox), sandbox.home);
});

test('DUR-8 a home where no folder can be made is refused, and not tried for ever', async ({
  sandbox,
}) => {
  const home = '/proc/none/here';
  const ended = await run(['daemon', '--port', '0'], { ...sandbox, home });
  isOneSentence(ended, '/proc/none');
});

test('DUR-8 a login that cannot be kept says where', async ({ sandbox }) => {
  const data = ['--data', join(sandbox.folder, 'relay')];
  const add = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada', ...data];
  const { out: key } = await run(add, sandbox);
  const relay = start(['relay', '--port', '0', '--json', ...data], sandbox);
  const { url } = JSON.parse(await relay.line()) as { url: string };
  await writeFile(sandbox.home, '');
  const ended = await run(['login', '--relay', url], sandbox, { input: key });
  isOneSentence(ended, sandbox.home);
  assert.match(ended.err, 'COORD_HOME');
  const json = await run(['login', '--relay', url, '--json'], sandbox, { input: key });
  assert.is((JSON.parse(json.out) as { error: string }).error, 'Unavailable');
  relay.stop();
  await relay.finished;
});

test('DUR-8 a repository that cannot be written is said with its path', async ({ sandbox }) => {
  await writeFile(join(sandbox.repository, '.git', 'coord'), '');
  isOneSentence(await run(['daemon', '--port', '0'], sandbox), join('.git', 'coord'));
});

if (process.getuid?.() !== 0) {
  test('DUR-8 a folder without rights is said with its path', async ({ sandbox }) => {
    await mkdir(sandbox.home, { mode: 0o500 });
    isOneSentence(await run(['daemon', '--port', '0'], sandbox), sandbox.home);
    await chmod(sandbox.home, 0o700);
    await rm(sandbox.home, { recursive: true });
  });
}

test.run();
