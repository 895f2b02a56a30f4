import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ClaudeCodeOptions {
  binary: string;
  /** The folder of the project; Claude Code reads its settings and MCP servers from there. */
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
  /** Further arguments, such as `--allowedTools`. */
  args?: string[];
  /** After this many milliseconds the client is killed. */
  timeoutMs?: number;
}

export interface ClaudeCodeRun {
  /** Undefined if a signal ended the client. */
  exitCode: number | undefined;
  /** The lines of `--output-format stream-json`. */
  lines: StreamLine[];
  stderr: string;
  durationMs: number;
}

export interface StreamLine {
  type: string;
  subtype?: string;
  session_id?: string;
  [field: string]: unknown;
}

export interface RunningClaudeCode {
  kill(signal: NodeJS.Signals): void;
  finished: Promise<ClaudeCodeRun>;
}

/** Runs one `claude -p` conversation to its end, with nothing of this user's home and environment. */
export async function runClaudeCode(options: ClaudeCodeOptions): Promise<ClaudeCodeRun> {
  const { finished } = await startClaudeCode(options);
  return await finished;
}

/** The same, for a test that ends the client itself or does something while it runs. */
export async function startClaudeCode(options: ClaudeCodeOptions): Promise<RunningClaudeCode> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'coord-claude-home-')));
  const child = launch(options, home);
  const run = collect(child, options.timeoutMs ?? 60_000);
  const finished = options.home === undefined ? run.finally(() => remove(home)) : run;
  return { kill: (signal) => void child.kill(signal), finished };
}

function remove(home: string): Promise<void> {
  return rm(home, { recursive: true, force: true, maxRetries: 3 });
}

function launch(options: ClaudeCodeOptions, home: string): ChildProcess {
  const output = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
  const rights = ['--permission-mode', 'acceptEdits', '--setting-sources', 'project'];
  const args = ['-p', options.prompt, ...output, ...rights, ...(options.args ?? [])];
  return spawn(options.binary, args, {
    cwd: options.folder,
    env: { ...environment(options, home), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function environment(options: ClaudeCodeOptions, home: string): Record<string, string> {
  return {
    PATH: options.path,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: options.modelUrl,
    ANTHROPIC_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  };
}

function collect(child: ChildProcess, timeoutMs: number): Promise<ClaudeCodeRun> {
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

function parseLines(text: string): StreamLine[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as StreamLine);
}
