import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One conversation of a client with a scripted model, with nothing of this user's home and environment. */
export interface RunOptions {
  /** The folder of the project; clients read its settings and MCP servers from there. */
  folder: string;
  prompt: string;
  /** Address of the scripted model. */
  modelUrl: string;
  /** The PATH that the client and its hooks see. */
  path: string;
  /** Its home and configuration; by default a new one that is removed afterwards. Give one to resume a conversation. */
  home?: string;
  /** Environment beside the few variables that the client needs; nothing else is inherited. */
  env?: Record<string, string>;
  /** Further arguments. */
  args?: string[];
  /** After this many milliseconds the client is killed. */
  timeoutMs?: number;
}

export interface ClientRun {
  /** Undefined if a signal ended the client. */
  exitCode: number | undefined;
  /** The lines of JSON that the client prints. */
  lines: OutputLine[];
  stderr: string;
  durationMs: number;
}

export interface OutputLine {
  type: string;
  [field: string]: unknown;
}

export interface RunningClient {
  kill(signal: NodeJS.Signals): void;
  finished: Promise<ClientRun>;
}

export interface Launch {
  program: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** Starts a client; `launch` makes its command line for the home that it is to have. */
export async function startClient(
  options: RunOptions,
  launch: (home: string) => Launch | Promise<Launch>,
): Promise<RunningClient> {
  const home = options.home ?? (await makeHome());
  const { program, args, ...at } = await launch(home);
  const child = spawn(program, args, { ...at, stdio: ['ignore', 'pipe', 'pipe'] });
  const run = collect(child, options.timeoutMs ?? 60_000);
  const finished = options.home === undefined ? run.finally(() => removeHome(home)) : run;
  return { kill: (signal) => void child.kill(signal), finished };
}

/** An empty home; not behind a link, because clients compare such paths. */
export async function makeHome(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'coord-client-home-')));
}

export function removeHome(home: string): Promise<void> {
  return rm(home, { recursive: true, force: true, maxRetries: 3 });
}

function collect(child: ChildProcess, timeoutMs: number): Promise<ClientRun> {
  const startedAt = performance.now();
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({
        exitCode: code ?? undefined,
        lines: parseLines(Buffer.concat(stdout).toString('utf8')),
        stderr: Buffer.concat(stderr).toString('utf8'),
        durationMs: performance.now() - startedAt,
      });
    });
  });
}

function parseLines(text: string): OutputLine[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as OutputLine);
}
