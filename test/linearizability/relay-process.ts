import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtCoord } from '../support/built-coord.ts';

/** A relay in a process of its own, as an operator runs it: it can be killed without warning. */
export class RelayProcess {
  url = '';
  private child: ChildProcess | undefined;
  private port = 0;

  constructor(
    private readonly database: string,
    private readonly ttlMs: number,
  ) {}

  /** Starts it, on the same port as before, and waits until it says that it is ready. */
  async start(): Promise<void> {
    const options = ['relay', '--json', '--port', String(this.port), '--database', this.database];
    const child = spawn(process.execPath, [builtCoord, ...options], {
      env: { ...process.env, COORD_RESERVATION_TTL_MS: String(this.ttlMs) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const lines = createInterface({ input: child.stdout });
    this.url = await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => resolve((JSON.parse(line) as { url: string }).url));
      child.once('exit', (code) => reject(new Error(`the relay ended with ${code}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** `kill -9`: no handler runs, no buffer is flushed. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
