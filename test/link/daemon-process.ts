import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findDaemon } from '../../cli/connection/find-daemon.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { DaemonStatus } from '../../shared/status/contract.ts';
import { eventually } from '../support/waiting.ts';
import { builtCoord } from '../support/built-coord.ts';

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly folder: string;
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the built `coord ARGS` as a person would. */
export function startCoord(args: readonly string[], { folder, home, environment }: Place) {
  return spawn(process.execPath, [builtCoord, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: home, COORD_HOME: home, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export async function coord(args: readonly string[], place: Place, input = ''): Promise<Ended> {
  const child = startCoord(args, place);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

/** A daemon in a process of its own, as a person runs it, and the way in that hooks take. */
export class DaemonProcess {
  /** What it says about itself with `--verbose`. */
  log = '';
  ended: number | null | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly place: Place,
    readonly socket: string,
    readonly token: string,
    readonly url: string,
  ) {}

  static async start(args: readonly string[], place: Place): Promise<DaemonProcess> {
    const all = ['daemon', '--port', '0', '--verbose', '--json', ...args];
    const child = startCoord(all, place);
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const lines = createInterface({ input: child.stdout });
    await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the daemon ended with ${code}: ${log}`)));
    });
    const found = await eventually('the daemon to say where it is', async () => {
      const daemon = await findDaemon({ directory: place.folder, environment: process.env });
      return isRefusal(daemon) ? undefined : daemon;
    });
    const started = new DaemonProcess(
      child,
      place,
      found.endpoint.socket,
      found.token,
      found.endpoint.url,
    );
    started.log = log;
    child.stderr.on('data', (chunk: Buffer) => (started.log += chunk.toString()));
    child.once('exit', (code) => (started.ended = code));
    return started;
  }

  /** Resident memory in MiB. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  }

  status(): Promise<DaemonStatus> {
    return this.send('GET', '/status') as Promise<DaemonStatus>;
  }

  until(what: string, fits: (status: DaemonStatus) => boolean): Promise<DaemonStatus> {
    return eventually(what, async () => {
      const status = await this.status();
      return fits(status) ? status : undefined;
    });
  }

  /** Claude Code's hook, over the socket; answers what it prints and how long that took. */
  async hook(event: string, fields: object = {}): Promise<{ text: string; ms: number }> {
    const started = performance.now();
    const payload = { session_id: 'conv-1', cwd: this.place.folder, hook_event_name: event };
    const answer = await this.send('POST', '/hooks/claude-code', { ...payload, ...fields });
    return { text: JSON.stringify(answer ?? ''), ms: performance.now() - started };
  }

  /** Asks whether an agent may write. */
  mayWrite(path = 'src/auth.ts'): Promise<{ text: string; ms: number }> {
    const file = join(this.place.folder, path);
    return this.hook('PreToolUse', {
      tool_name: 'Write',
      tool_use_id: `toolu_${Math.random()}`,
      tool_input: { file_path: file, content: 'export const a = 1;\n' },
    });
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  send(method: string, path: string, body?: object): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      host: 'localhost',
      authorization: `Bearer ${this.token}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.socket, method, path, headers }, (response) => {
        let answer = '';
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        response.on('end', () => resolve(answer === '' ? undefined : JSON.parse(answer)));
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }
}
