import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { killGroup } from '../../shared/node/processes/kill-group.ts';

/** What starts this very command again: the program and its first arguments. */
export type Invocation = readonly [program: string, ...args: string[]];

/** How one process of the demonstration is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For its standard input. */
  readonly input?: string;
}

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const stopWithinMs = 5_000;

/** The processes of one demonstration. None of them outlives it: `stop` ends all that still run. */
export class Processes {
  private readonly running = new Set<ChildProcess>();

  /** Runs a program to its end. */
  run(start: Start): Promise<Finished> {
    const child = this.spawn(start);
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(start.input ?? '');
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        resolve({ exitCode: code ?? -1, stdout: stdout(), stderr: stderr() });
      });
    });
  }

  /** Starts a server and resolves with the first line that it prints: one JSON object. Rejects when it ends before that. */
  serve<Ready>(start: Start): Promise<Ready> {
    const child = this.spawn(start);
    const stderr = textOf(child.stderr);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => reject(new Error(`${start.args.join(' ')} ended: ${stderr()}`)));
      createInterface(child.stdout as NodeJS.ReadableStream).once('line', (line) => {
        resolve(JSON.parse(line) as Ready);
      });
    });
  }

  /** Starts a program that is spoken to line by line. */
  talk(start: Start): ChildProcess {
    return this.spawn(start);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running].map(ended));
  }

  /** Ends all that still run, with what they started, while there is no time to wait for them. */
  kill(): void {
    for (const child of this.running) killGroup(child, 'SIGKILL');
  }

  private spawn({ program, args, folder, environment }: Start): ChildProcess {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C reaches the demonstration, which then ends its processes in order.
      detached: true,
    });
    this.running.add(child);
    child.on('close', () => this.running.delete(child));
    return child;
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function textOf(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
