import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program to run from start to end. */
export type Program = {
  command: string;
  args: readonly string[];
  /** Written to its standard input, which is then closed. */
  stdin?: string;
  cwd?: string;
  /** The whole environment; without it, the one of this process. */
  env?: Record<string, string | undefined>;
};

export type ProgramRun = { elapsedMs: number; exitCode: number | null; stdout: string };

/**
 * Runs a program and measures from the spawn to the end of its output. Its standard error goes to
 * ours. Rejects when it cannot be started.
 */
export async function runProgram({
  command,
  args,
  stdin = '',
  cwd,
  env,
}: Program): Promise<ProgramRun> {
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  // A program that does not read its input may be gone before all of it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [exitCode]: (number | null)[] = await once(child, 'close');
  const elapsedMs = performance.now() - startedAt;
  return { elapsedMs, exitCode: exitCode ?? null, stdout: Buffer.concat(output).toString() };
}

/** How long a program takes, in milliseconds. Throws unless it ends with exit code 0. */
export async function timeProgram(program: Program): Promise<number> {
  const { elapsedMs, exitCode } = await runProgram(program);
  if (exitCode !== 0) throw new Error(`${program.command} ended with ${exitCode}`);
  return elapsedMs;
}
