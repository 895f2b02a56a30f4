import { execFile } from 'node:child_process';
import { environmentForGit, safeSettings } from '../../shared/node/git/safe.ts';

/** What git said. Its exit code is part of its answer, so it is never thrown; -1 when git could not be started or was stopped. */
export interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  /** For its standard input. */
  readonly input?: string | Buffer;
  /** Beside our own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** `latin1` keeps every byte of the answer, as one character each. */
  readonly encoding?: 'utf8' | 'latin1';
}

const maxAnswerBytes = 256 * 1024 * 1024;
const defaultTimeoutMs = 60_000;

/** Runs git in a folder with the safe settings; `args` begin with the command. */
export type RunGit = (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
) => Promise<GitResult>;

/** `inherited` is the environment that git finds its way by: PATH, HOME, the agent of ssh. */
export function gitRunner(inherited: Readonly<Record<string, string | undefined>>): RunGit {
  const base = environmentForGit(inherited);
  return (folder, args, options = {}) =>
    new Promise((resolve) => {
      const { input = '', environment, timeoutMs = defaultTimeoutMs, signal } = options;
      const child = execFile(
        'git',
        [...safeSettings, ...args],
        {
          cwd: folder,
          env: { ...base, ...environment },
          maxBuffer: maxAnswerBytes,
          timeout: timeoutMs,
          windowsHide: true,
          encoding: options.encoding ?? 'utf8',
          ...(signal !== undefined && { signal }),
        },
        (error, stdout, stderr) => {
          const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({ exitCode, stdout, stderr: stderr.trim() || (error?.message ?? '') });
        },
      );
      // A git that fails early closes its input; its exit code says what happened.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}
