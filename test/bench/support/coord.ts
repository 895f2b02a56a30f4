import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchContext } from './bench.ts';

/** The product as it is built; a bench measures nothing else. */
export const coordProgram = fileURLToPath(new URL('../../../dist/coord.js', import.meta.url));

export type CoordOptions = {
  /** `COORD_HOME` of the process. */
  home: string;
  cwd?: string;
  environment?: Readonly<Record<string, string>>;
};

/** A `coord` server in a process of its own. */
export type CoordServer = {
  pid: number;
  url: string;
  /** The line that it printed when it was ready. */
  ready: Record<string, unknown>;
  /** Ends it as an operator would; further calls wait for the same end. */
  stop: () => Promise<void>;
};

/** Starts `coord daemon` or `coord relay` and waits until it is ready. It ends with the bench. */
export async function startCoord(
  { node, defer }: Pick<BenchContext, 'node' | 'defer'>,
  args: readonly string[],
  options: CoordOptions,
): Promise<CoordServer> {
  const child = spawnCoord(node, [...args, '--json'], options);
  const stop = (): Promise<void> => stopProcess(child);
  defer(stop);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`coord ${args[0]} ended with ${code}`);
  });
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [text]: unknown[] = await Promise.race([line, failed]);
  failed.catch(() => undefined);
  const ready: Record<string, unknown> = JSON.parse(String(text));
  return { pid: child.pid ?? 0, url: String(ready['url']), ready, stop };
}

/** Starts a `coord` process with pipes for its standard input and output. */
export function spawnCoord(
  node: string,
  args: readonly string[],
  options: CoordOptions,
): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(node, [coordProgram, ...args], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Runs a `coord` command to its end and answers the JSON that it printed. */
export async function runCoord(
  node: string,
  args: readonly string[],
  options: CoordOptions,
): Promise<Record<string, unknown>> {
  const program = [coordProgram, ...args, '--json'];
  const place = { cwd: options.cwd, env: environmentOf(options) };
  const { stdout } = await promisify(execFile)(node, program, place);
  return JSON.parse(stdout);
}

/** Asks the process to end and waits until it has. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

/** Whatever the user's own environment says about coord does not reach a bench. */
function environmentOf({ home, environment }: CoordOptions): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('COORD_'));
  return { ...Object.fromEntries(own), COORD_HOME: home, ...environment };
}
