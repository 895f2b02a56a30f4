import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtCoord } from '../support/built-coord.ts';

const readyWithinMs = 60_000;

export interface Place {
  readonly home: string;
  readonly directory: string;
}

/** The built command in a process of its own: it can be killed without warning. */
export class CoordProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private errors = '';

  constructor(args: readonly string[], { home, directory }: Place) {
    this.child = spawn(process.execPath, [builtCoord, ...args], {
      cwd: directory,
      env: { ...process.env, COORD_HOME: home, COORD_RELAY: '', COORD_KEY: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = new Promise((resolve) => this.child.once('close', () => resolve()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** The first line on stdout, as JSON. Rejects with what it said on stderr when it ends before. */
  async ready(): Promise<Record<string, string>> {
    const { stdout } = this.child;
    if (stdout === null) throw new Error('the process has no output');
    const line = new Promise<string>((resolve) =>
      createInterface({ input: stdout }).once('line', resolve),
    );
    const late = sleep(readyWithinMs, undefined, { ref: false });
    const found = await Promise.race([line, this.ended.then(() => undefined), late]);
    if (found === undefined) throw new Error(`it did not start: ${this.errors.trim()}`);
    return JSON.parse(found) as Record<string, string>;
  }

  /** `kill -9`: no handler runs, no buffer is flushed. */
  kill(): Promise<void> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Ends as Ctrl-C would; answers the exit code and what it said on stderr. */
  async stop(): Promise<{ code: number | null; errors: string }> {
    this.child.kill('SIGTERM');
    return this.finished();
  }

  async finished(): Promise<{ code: number | null; errors: string }> {
    await this.ended;
    return { code: this.child.exitCode, errors: this.errors };
  }
}
