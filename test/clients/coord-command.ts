import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The built `coord`, callable by its name through `path`. */
export interface CoordCommand {
  /** A PATH on which `coord` is found first. */
  path: string;
  /** Runs `coord ARGS --json` to its end and gives the object that it prints. */
  run<Result>(args: string[], at?: Place): Promise<Result>;
  /** Starts `coord ARGS --json`, which stays, and waits for its ready line. */
  start<Ready>(args: string[], at?: Place): Promise<Service<Ready>>;
  remove(): Promise<void>;
}

export interface Place {
  cwd?: string;
  /** The folder of all state (`COORD_HOME`). */
  home?: string;
}

export interface Service<Ready> {
  ready: Ready;
  stop(): Promise<void>;
}

/** Puts the script `dist/coord.js` on a PATH of its own; `searchPath` is what follows it there. */
export async function installCoord(script: string, searchPath: string): Promise<CoordCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'coord-bin-'));
  const command = join(folder, 'coord');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  await chmod(command, 0o755);
  const path = [folder, searchPath].join(delimiter);
  const options = ({ cwd, home }: Place = {}) => ({ cwd, env: environment(path, home) });
  return {
    path,
    run: async <Result>(args: string[], at?: Place) => {
      const { stdout } = await promisify(execFile)(command, [...args, '--json'], options(at));
      return JSON.parse(stdout) as Result;
    },
    start: async <Ready>(args: string[], at?: Place) => {
      const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
      const child = spawn(command, [...args, '--json'], { ...options(at), stdio });
      return { ready: await readyLine<Ready>(child), stop: () => stop(child) };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function environment(path: string, home = tmpdir()): Record<string, string> {
  return { PATH: path, HOME: home, COORD_HOME: home };
}

function readyLine<Ready>(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`coord ended with ${code} before it was ready`)),
    );
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.exitCode !== null || !child.kill('SIGTERM')) return;
  await closed;
}
