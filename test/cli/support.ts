import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCommandLine } from '../../cli/program.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';

/** Folders of one test: a home for coord's state, and a Git repository. */
export interface Sandbox {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
  /** Stops what still runs in it, as where a test has failed, and removes the folders. */
  remove(): Promise<void>;
}

/** How long what still runs in a sandbox may take to end. */
const endedWithinMs = 5_000;

/** What was started in a sandbox, by its folder, and has not ended. */
const running = new Map<string, Set<Running>>();

export async function makeSandbox(): Promise<Sandbox> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-cli-')));
  const repository = join(folder, 'shop');
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', repository]);
  return {
    folder,
    repository,
    home: join(folder, 'home'),
    async remove() {
      const left = [...(running.get(folder) ?? [])];
      for (const one of left) one.stop();
      const ended = Promise.all(left.map(({ finished }) => finished));
      await Promise.race([ended, sleep(endedWithinMs, undefined, { ref: false })]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface RunOptions {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** As if a person sat in front of it. */
  readonly live?: boolean;
}

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A `coord` command that runs in this process. */
export interface Running {
  readonly finished: Promise<Finished>;
  /** The next line on stdout. */
  line(): Promise<string>;
  /** As SIGTERM would. */
  stop(): void;
  readonly input: PassThrough;
}

export function start(
  args: readonly string[],
  sandbox: Sandbox,
  options: RunOptions = {},
): Running {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const taken = { out: '', err: '', read: 0 };
  output.on('data', (chunk: Buffer) => (taken.out += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (taken.err += chunk.toString()));
  const asked: (() => void)[] = [];
  let stops = 0;
  const stop = () => {
    stops += 1;
    for (const tell of asked.splice(0)) tell();
  };
  // As with signals, who asks again is told of the next one.
  let isAsked = false;
  const stopRequested = () => {
    const isEarly = stops > 0 && !isAsked;
    isAsked = true;
    return isEarly ? Promise.resolve() : new Promise<void>((resolve) => asked.push(resolve));
  };
  const terminal: Terminal = {
    environment: { PATH: process.env['PATH'], COORD_HOME: sandbox.home, ...options.environment },
    platform: process.platform,
    homeDirectory: sandbox.folder,
    directory: options.directory ?? sandbox.repository,
    nodeVersion: process.version,
    command: ['coord'],
    input,
    output: options.live === true ? Object.assign(output, { isTTY: true, columns: 80 }) : output,
    errors,
    stopRequested,
    atExit: () => () => undefined,
  };
  if (options.input !== undefined) input.end(options.input);
  const code = runCommandLine(args, terminal);
  const here = running.get(sandbox.folder) ?? new Set();
  running.set(sandbox.folder, here);
  const started: Running = {
    input,
    stop,
    finished: code.then(async (value) => {
      await new Promise((resolve) => setImmediate(resolve));
      here.delete(started);
      return { code: value, out: taken.out, err: taken.err };
    }),
    async line() {
      for (;;) {
        const end = taken.out.indexOf('\n', taken.read);
        if (end !== -1) {
          const line = taken.out.slice(taken.read, end);
          taken.read = end + 1;
          return line;
        }
        await new Promise((resolve) => output.once('data', resolve));
      }
    },
  };
  here.add(started);
  return started;
}

export function run(
  args: readonly string[],
  sandbox: Sandbox,
  options: RunOptions = {},
): Promise<Finished> {
  return start(args, sandbox, options).finished;
}

/** Runs a command with `--json` that has to succeed, and gives what it printed. */
export async function json<T>(
  args: readonly string[],
  sandbox: Sandbox,
  options: RunOptions = {},
): Promise<T> {
  const { code, out, err } = await run([...args, '--json'], sandbox, options);
  if (code !== 0) throw new Error(`coord ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** A sandbox of Ada's, who is logged in at a relay and has the workspace `shop`. */
export interface OwnRelay {
  sandbox: Sandbox;
  relay: Running;
  /** The relay's address, and the key of who is logged in. */
  url: string;
  key: string;
}

/** Gives every test of a suite a relay of its own. */
export function withOwnRelay(test: Test<OwnRelay>): void {
  test.before.each(async (context) => {
    const sandbox = (context.sandbox = await makeSandbox());
    const add = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada'];
    const { key } = await json<{ key: string }>(add, sandbox);
    context.relay = start(['relay', '--port', '0', '--json'], sandbox);
    const { url } = JSON.parse(await context.relay.line()) as { url: string };
    Object.assign(context, { url, key });
    await run(['login', '--relay', url], sandbox, { input: `${key}\n` });
    await run(['workspace', 'create', 'shop'], sandbox);
  });
  test.after.each(async ({ relay, sandbox }) => {
    relay.stop();
    assert.is((await relay.finished).code, 0);
    await sandbox.remove();
  });
}
