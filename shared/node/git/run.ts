import { spawn, type ChildProcess } from 'node:child_process';
import { environmentForGit, safeSettings } from './safe.ts';

/** What git answered. A failure is an answer too, so it is never thrown. */
export interface GitResult {
  /** -1 when git could not be started or was stopped; `stderr` then says why. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  /** For its standard input. */
  readonly input?: string | Buffer;
  /** Added to the environment of the runner. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Stops git. Not for a command that writes more than one thing. */
  readonly signal?: AbortSignal;
  /** Milliseconds, after which git is stopped; 0 for no limit. */
  readonly timeoutMs?: number;
  /** `latin1` keeps every byte of the answer, as one character each. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** Runs git in a folder with the safe settings; `args` begin with the command. */
export type RunGit = (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
) => Promise<GitResult>;

export interface RunnerOptions {
  /** Milliseconds, for calls that name no limit of their own; 0 (as when left out) for no limit. */
  readonly timeoutMs?: number;
  /** Bytes on one of the two streams, after which git is stopped. */
  readonly maxAnswerBytes?: number;
  /** In a process group of its own: Ctrl-C ends the caller, and must not stop git in the middle of a write. */
  readonly detached?: boolean;
}

/** About as long as a text can be in Node. */
const longestAnswerBytes = 500 * 1024 * 1024;

/**
 * The only place that starts git. `inherited` is the caller's environment: git needs its PATH, HOME and ssh agent. What in
 * it would lead git to another repository is left out.
 */
export function gitRunner(
  inherited: Readonly<Record<string, string | undefined>>,
  { maxAnswerBytes = longestAnswerBytes, detached = false, ...defaults }: RunnerOptions = {},
): RunGit {
  const base = environmentForGit(inherited);
  return (folder, args, options = {}) =>
    new Promise((resolve) => {
      const { input = '', environment, signal, encoding = 'utf8' } = options;
      const child: ChildProcess = spawn('git', [...safeSettings, ...args], {
        cwd: folder,
        env: { ...base, ...environment },
        timeout: options.timeoutMs ?? defaults.timeoutMs ?? 0,
        detached,
        windowsHide: true,
        ...(signal !== undefined && { signal }),
      });
      const stop = (): void => void child.kill();
      const stdout = collect(child.stdout, maxAnswerBytes, stop);
      const stderr = collect(child.stderr, maxAnswerBytes, stop);
      const finish = (exitCode: number, reason: string): void =>
        resolve({ exitCode, stdout: stdout(encoding), stderr: stderr('utf8').trim() || reason });
      child.on('error', (error) => finish(-1, error.message));
      child.on('close', (code, by) =>
        finish(code ?? -1, code === null ? `git ${args[0]} was stopped (${by})` : ''),
      );
      // A git that fails early closes its input; its exit code says what happened.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

type Collected = (encoding: BufferEncoding) => string;

/** Gathers what a stream says, up to a limit; `onTooMuch` is called once beyond it. */
function collect(
  stream: NodeJS.ReadableStream | null,
  maxBytes: number,
  onTooMuch: () => void,
): Collected {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Buffer) => {
    const isFirstBeyond = bytes <= maxBytes && bytes + chunk.length > maxBytes;
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    if (isFirstBeyond) onTooMuch();
  });
  return (encoding) => Buffer.concat(chunks).toString(encoding);
}
