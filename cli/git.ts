import { spawn } from 'node:child_process';
import { environmentForGit, safeSettings } from '../shared/node/git/safe.ts';

/** What git said. Its exit code is part of its answer, so it is never thrown; -1 when git could not be started or was stopped. */
export interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  /** For its standard input. */
  readonly input?: string;
  /** Beside our own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Stops it. Not for a command that writes more than one thing. */
  readonly signal?: AbortSignal;
}

/** Runs git in a folder with the safe settings; `args` begin with the command. */
export type RunGit = (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
) => Promise<GitResult>;

/** `inherited` is the environment that git finds its way by: PATH, HOME, the agent of ssh. */
export function gitRunner(inherited: Readonly<Record<string, string | undefined>>): RunGit {
  const base = environmentForGit(inherited);
  return (folder, args, { input = '', environment, signal } = {}) =>
    new Promise((resolve) => {
      const child = spawn('git', [...safeSettings, ...args], {
        cwd: folder,
        env: { ...base, ...environment },
        // A group of its own: Ctrl-C is for coord, and must not stop git in the middle of a write.
        detached: true,
        windowsHide: true,
        ...(signal !== undefined && { signal }),
      });
      const [stdout, stderr] = [textFrom(child.stdout), textFrom(child.stderr)];
      child.on('error', (error) => resolve({ exitCode: -1, stdout: '', stderr: error.message }));
      child.on('close', (code) =>
        resolve({ exitCode: code ?? -1, stdout: stdout(), stderr: stderr().trim() }),
      );
      // A git that fails early closes its input; its exit code says what happened.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
}

function textFrom(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
