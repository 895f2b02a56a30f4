import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { endpointAt, git, makeRepository, publish, remove } from './support.ts';
import { builtCoord } from '../support/built-coord.ts';

interface Context {
  folder: string;
  top: string;
  home: string;
}

const test = suite<Context>('pipes in the place of files');
const patienceMs = 30_000;

test.before.each(async (context) => {
  Object.assign(context, await makeRepository());
  context.home = await mkdtemp(join(tmpdir(), 'coord-home-'));
});

test.after.each(async ({ folder, home }) => {
  await remove(folder);
  await remove(home);
});

/** Ended for good after some time: who waits for a pipe hears no SIGTERM. */
function start({ top, home }: Context, args: string[]): ChildProcess & { said: string } {
  const env = { PATH: process.env['PATH'], HOME: home, COORD_HOME: join(home, 'state') };
  const limit = { timeout: patienceMs, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [builtCoord, ...args], {
    ...{ cwd: top, env },
    ...limit,
  });
  child.stdin.end('{}');
  const running = Object.assign(child, { said: '' });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (running.said += chunk.toString()));
  return running;
}

async function pipeAt(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { recursive: true, force: true });
  execFileSync('mkfifo', [path]);
}

for (const name of ['coord/daemon.json', 'coord/address', 'HEAD', 'commondir', '.'])
  test(`LOC-3: no command waits for a pipe at .git/${name}`, async (context) => {
    const git = join(context.top, '.git');
    await publish(git, endpointAt(join(git, 'gone', 'daemon.sock')));
    await pipeAt(join(git, name));
    const commands = [['status'], ['hook', 'claude-code', 'PreToolUse']];
    for (const args of commands) {
      const child = start(context, args);
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      assert.is(signal, null, `${args.join(' ')} waits`);
      assert.is(code, args[0] === 'hook' ? 0 : 1, child.said);
    }
  });

test('LOC-3: no daemon waits for a pipe in .git/coord or at .git/HEAD, and it stops when it is told to', async (context) => {
  const { top } = context;
  await git(top, 'commit', '--quiet', '--allow-empty', '-m', 'start');
  const coord = join(top, '.git', 'coord');
  for (const name of ['address', 'curlrc', 'said-down-codex']) await pipeAt(join(coord, name));
  const daemon = start(context, ['daemon', '--port', '0']);
  const ended = once(daemon, 'close');
  const ready = async () => (daemon.said.includes('listens on') ? true : undefined);
  await eventually('the daemon', ready, patienceMs);
  for (const name of ['address', 'daemon.json']) await pipeAt(join(coord, name));
  const head = join(top, '.git', 'HEAD');
  await rename(head, `${head}.aside`);
  await pipeAt(head);
  // Long enough for it to look at all of them.
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  daemon.kill('SIGTERM');
  const [code, signal] = await ended;
  assert.equal([code, signal], [0, null], daemon.said);
});

test.run();
