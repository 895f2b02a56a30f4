import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { authorizationText } from '../../../shared/node/endpoint.ts';
import { fakeToken, installHook, makeRepository, remove, runHook } from '../support.ts';
import { builtCoord } from '../../support/built-coord.ts';

/** Two users of one machine: Vic, whose key is at stake, and Mallory. Only root can work as both. */
export const vic = 65_534;

export const mallory = 65_533;

const isRoot = process.geteuid?.() === 0;

interface Context {
  folder: string;
  /** Mallory's repository, which Vic can read. */
  top: string;
  /** Vic's own folder below it, without a repository. */
  work: string;
  script: string;
  listener: Listener;
}

export const token = fakeToken;

/** Mallory's socket: keeps all that it is sent. */
class Listener {
  received = '';
  readonly #server: Server = createServer((connection) => {
    connection.on('data', (chunk: Buffer) => {
      this.received += chunk.toString();
      connection.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    connection.on('error', () => undefined);
  }).unref();

  async start(socket: string, owner: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(socket, resolve));
    await chown(socket, owner, owner);
    await chmod(socket, owner === vic ? 0o600 : 0o777);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export async function give(path: string, user: number): Promise<void> {
  await new Promise((resolve, reject) => {
    const child = spawn('chown', ['-R', '-h', `${user}:${user}`, path], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** What Mallory writes to where a daemon of the repository would publish itself: her socket, and Vic's own token file. */
export async function plant({ top, work, listener }: Context, folder: string): Promise<void> {
  const socket = join(top, '.git', 'mallory', 'daemon.sock');
  await mkdir(dirname(socket));
  await listener.start(socket, mallory);
  await writeFile(join(dirname(socket), 'authorization'), authorizationText(token));
  await give(dirname(socket), mallory);
  await writeFile(join(work, 'token'), token, { mode: 0o600 });
  await chown(join(work, 'token'), vic, vic);
  await mkdir(folder, { recursive: true });
  const repository = join(top, '.git');
  const description = {
    repository,
    url: 'http://127.0.0.1:1',
    socket,
    token_file: join(work, 'token'),
  };
  const whole = { ...description, pid: process.pid, version: '0.1.0' };
  await writeFile(join(folder, 'daemon.json'), JSON.stringify(whole));
  await writeFile(join(folder, 'address'), `${repository}\n${socket}\n`);
  const stolen = `data = "@${join(work, 'token')}"\noutput = "${join(work, 'written')}"\n`;
  await writeFile(
    join(folder, 'curlrc'),
    `# ..\n# ${socket}\nunix-socket = "${socket}"\n${stolen}`,
  );
  await writeFile(join(folder, 'hook-address'), `1\nx\n${process.pid}\n`);
  await give(folder, mallory);
  await chmod(folder, 0o755);
}

interface Finished {
  readonly code: number | null;
  readonly err: string;
}

interface As {
  readonly cwd?: string;
  readonly user?: number;
  /** Who called sudo, if somebody did. */
  readonly sudo?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command of coord as Vic, in Vic's folder, where nothing else is said. */
export function coord(context: Context, args: string[], as: As = {}): Promise<Finished> {
  return node(context, [builtCoord, ...args], as);
}

export function node(
  { work }: Context,
  args: string[],
  { cwd = work, user = vic, sudo, env: more }: As = {},
): Promise<Finished> {
  const home = { HOME: join(work, 'home'), COORD_HOME: join(work, 'state') };
  const env = { PATH: process.env['PATH'], ...home, ...(sudo && { SUDO_UID: sudo }), ...more };
  const options = { cwd, env, uid: user, gid: user };
  const child = spawn(process.execPath, args, options);
  child.stdin.end('{}');
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, err }));
  });
}

export const shells = ['/bin/dash', '/bin/bash'];

/** Nothing was sent to Mallory and nothing written for her, by any hook of Vic's. */
export async function assertKept(context: Context, cwd = context.work): Promise<void> {
  const { script, listener, work } = context;
  for (const shell of shells) {
    const call = { args: ['claude-code', 'PreToolUse'], cwd, shell, user: vic };
    const { code, stderr } = await runHook(script, call);
    assert.equal([code, stderr], [0, ''], shell);
    assert.is(listener.received, '', shell);
  }
  assert.not.ok((await readdir(work)).includes('written'));
}

export function description({ work }: Context, socket: string) {
  const token_file = join(work, 'token');
  return { url: 'http://127.0.0.1:1', socket, token_file, pid: process.pid, version: '0.1.0' };
}

/** A suite of two users of one machine; `asRoot` skips a test where only one can be worked as. */
export function usersSuite(name: string) {
  const test = suite<Context>(`other users of the machine: ${name}`);
  if (!isRoot) console.log('skipped: only root can work as two users');
  test.before.each(async (context) => {
    const { folder, top } = await makeRepository('shared');
    await chmod(folder, 0o755);
    const work = join(top, 'exported');
    await mkdir(join(work, 'home'), { recursive: true });
    await give(top, mallory);
    await give(work, vic);
    Object.assign(context, { folder, top, work, listener: new Listener() });
    context.script = await installHook(work);
  });
  test.after.each(async ({ listener, folder }) => {
    await listener.stop();
    await remove(folder);
  });
  return { test, asRoot: isRoot ? test : test.skip };
}
