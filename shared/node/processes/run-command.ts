import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup } from './kill-group.ts';

export interface RunOptions {
  /** A program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Ends everything at once. */
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Buffer, from: 'stdout' | 'stderr') => void;
  /** What it reads; nothing without. */
  readonly input?: Buffer;
}

export type RunOutcome =
  | {
      readonly kind: 'ended';
      /** That of the command; 124 when the time was up, 128 and more for a signal. */
      readonly exitCode: number;
      readonly isOverdue: boolean;
      readonly durationMs: number;
      /** SHA-256 of all that it printed, in hex. */
      readonly digest: string;
      /** The last of it. */
      readonly tail: Buffer;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not_started'; readonly message: string };

const graceMs = 2_000;
const maxKeptBytes = 2 * 1024 * 1024;
const overdueCode = 124;
const signalNumbers: Readonly<Record<string, number>> = {
  SIGKILL: 9,
  SIGTERM: 15,
  SIGSEGV: 11,
  SIGABRT: 6,
};

/** Runs a command with all that it starts in a group of its own, of which nothing is left when it is over. */
export async function runCommand(options: RunOptions): Promise<RunOutcome> {
  const { command, folder, environment, timeoutMs, signal } = options;
  const [program = '', ...args] = command;
  const startedAtMs = performance.now();
  if (signal.aborted) return { kind: 'cancelled' };
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment },
    detached: true,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const output = new Output(options.onOutput);
  for (const from of ['stdout', 'stderr'] as const)
    child[from]?.on('data', (chunk: Buffer) => output.take(chunk, from));
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.input);
  let isOverdue = false;
  const alarm = setTimeout(() => {
    isOverdue = true;
    void endGently(child);
  }, timeoutMs);
  const stop = () => killGroup(child, 'SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const end = await ended(child);
  clearTimeout(alarm);
  signal.removeEventListener('abort', stop);
  // What the command has left running would hold its output open, and outlive the checkout.
  killGroup(child, 'SIGKILL');
  if (end.kind === 'error') return { kind: 'not_started', message: end.message };
  await Promise.race([closed(child), sleep(graceMs, undefined, { ref: false })]);
  // A process in a session of its own is out of reach: it may hold them, and must not hold this one.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
  if (signal.aborted) return { kind: 'cancelled' };
  const exitCode = isOverdue ? overdueCode : (end.code ?? 128 + (signalNumbers[end.signal] ?? 0));
  const durationMs = Math.round(performance.now() - startedAtMs);
  return { kind: 'ended', exitCode, isOverdue, durationMs, ...output.result() };
}

type End =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string }
  | { readonly kind: 'error'; readonly message: string };

function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ kind: 'error', message }));
    child.once('exit', (code, signal) => resolve({ kind: 'exit', code, signal: signal ?? '' }));
  });
}

function closed(child: ChildProcess): Promise<void> {
  if (child.stdout?.closed === true && child.stderr?.closed === true) return Promise.resolve();
  return new Promise((resolve) => child.once('close', () => resolve()));
}

async function endGently(child: ChildProcess): Promise<void> {
  killGroup(child, 'SIGTERM');
  await sleep(graceMs, undefined, { ref: false });
  killGroup(child, 'SIGKILL');
}

/** Keeps the digest of everything and the end of it. */
class Output {
  private readonly hash = createHash('sha256');
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly onOutput: RunOptions['onOutput']) {}

  take(chunk: Buffer, from: 'stdout' | 'stderr'): void {
    this.hash.update(chunk);
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes > 2 * maxKeptBytes) {
      this.chunks = [this.tail()];
      this.bytes = maxKeptBytes;
    }
    this.onOutput(chunk, from);
  }

  result(): { digest: string; tail: Buffer } {
    return { digest: this.hash.digest('hex'), tail: this.tail() };
  }

  private tail(): Buffer {
    return Buffer.concat(this.chunks).subarray(-maxKeptBytes);
  }
}
