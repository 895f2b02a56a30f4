import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { killGroup } from '../processes/kill-group.ts';
import { collect } from './collect-output.ts';
import type { GitResult } from './git-calls.ts';

/** How a git is started. */
interface GitStart {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In a process group of its own. */
  readonly detached: boolean;
}

/** A git that runs to its end. */
interface GitProcess extends GitStart {
  /** What it does, for the words about its end. */
  readonly command: string;
  readonly input: string | Buffer;
  readonly encoding: 'utf8' | 'latin1';
  readonly maxBytes: number;
  /** Milliseconds; 0 for no limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** After being asked to end, so that git can remove its locks. */
const graceMs = 2_000;

/** The only call that starts git. */
export function startGit(start: GitStart): ChildProcessWithoutNullStreams {
  const { args, folder: cwd, environment: env, detached } = start;
  return spawn('git', args, { cwd, env, detached, windowsHide: true });
}

/** Runs a git to its end. Where it may be stopped, it leads a group, so that its ssh and its helpers are stopped with it. */
export function runGitProcess(git: GitProcess): Promise<GitResult> {
  const { command, maxBytes, timeoutMs, signal } = git;
  if (signal?.aborted === true) return Promise.resolve(failed(`git ${command} was stopped`));
  const detached = git.detached || timeoutMs > 0 || signal !== undefined;
  return new Promise((resolve) => {
    const child = startGit({ ...git, detached });
    let reason: string | undefined;
    const stop = (why: string): void => {
      if (reason === undefined) end(child);
      reason ??= why;
    };
    const stopWatching = watch(git, stop);
    const tooMuch = () => stop(`git ${command} answered more than ${maxBytes} bytes`);
    const stdout = collect(child.stdout, maxBytes, tooMuch);
    const stderr = collect(child.stderr, maxBytes, tooMuch);
    const finish = (result: GitResult): void => {
      stopWatching();
      resolve(result);
    };
    child.on('error', (error) => finish(failed(error.message)));
    child.on('close', (code, by) => {
      // Git may have ended by itself before it was stopped.
      if (reason !== undefined) return finish(failed(reason));
      const said =
        stderr('utf8').trim() || (code === null ? `git ${command} was stopped (${by})` : '');
      finish({ exitCode: code ?? -1, stdout: stdout(git.encoding), stderr: said });
    });
    // A git that fails early closes its input; its exit code says what happened.
    child.stdin.on('error', () => undefined);
    child.stdin.end(git.input);
  });
}

/** Stops it when its time is over or nobody waits for it; answers what ends the watch. */
function watch(
  { command, timeoutMs, signal }: GitProcess,
  stop: (why: string) => void,
): () => void {
  const onTime = () => stop(`git ${command} did not end within ${timeoutMs / 1_000} s`);
  const timer = timeoutMs > 0 ? setTimeout(onTime, timeoutMs) : undefined;
  const onAbort = () => stop(`git ${command} was stopped`);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

/** A process in a session of its own, such as a shared ssh, is out of reach: it may hold the pipes, and must not hold us. */
function end(child: ChildProcess): void {
  killGroup(child, 'SIGTERM');
  child.kill();
  const timer = setTimeout(() => {
    killGroup(child, 'SIGKILL');
    child.kill('SIGKILL');
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
  }, graceMs);
  child.once('close', () => clearTimeout(timer));
}

function failed(stderr: string): GitResult {
  return { exitCode: -1, stdout: '', stderr };
}
