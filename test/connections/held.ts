import { connect, type Socket } from 'node:net';
import { eventually } from '../support/waiting.ts';

export interface Opening {
  readonly port: number;
  /** Written at once. */
  readonly bytes?: string;
  /** Written again and again after that. */
  readonly drop?: string;
  /** Where the connection comes from: any address of the loopback network. */
  readonly from?: string;
}

const dropEveryMs = 20;

/** One connection that a test holds open. */
export class Held {
  private got = '';
  private closed = false;
  private readonly dripping: NodeJS.Timeout | undefined;

  private constructor(
    readonly socket: Socket,
    drop: string | undefined,
  ) {
    socket.on('data', (chunk: Buffer) => (this.got += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.closed = true;
      clearInterval(this.dripping);
    });
    if (drop !== undefined) this.dripping = setInterval(() => socket.write(drop), dropEveryMs);
  }

  static open({ port, bytes, drop, from }: Opening): Promise<Held> {
    const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        if (bytes !== undefined) socket.write(bytes);
        resolve(new Held(socket, drop));
      });
    });
  }

  /** Opens them one after the other, so that the first is the oldest. */
  static async openMany(count: number, opening: Opening): Promise<Held[]> {
    const all: Held[] = [];
    for (let index = 0; index < count; index += 1) all.push(await Held.open(opening));
    return all;
  }

  get isOpen(): boolean {
    return !this.closed;
  }

  /** Everything that came. */
  get text(): string {
    return this.got;
  }

  /** The status of the last answer; 0 before there is one. */
  get status(): number {
    return Number(Array.from(this.got.matchAll(/HTTP\/1\.1 (\d+)/g)).at(-1)?.[1] ?? 0);
  }

  write(bytes: string): void {
    this.socket.write(bytes);
  }

  /** Writes a request, and resolves with the status of its answer. */
  async ask(bytes: string): Promise<number> {
    this.got = '';
    this.write(bytes);
    return eventually('an answer', async () => this.status || undefined);
  }

  async untilClosed(): Promise<void> {
    await eventually('the connection to be closed', async () => (this.closed ? true : undefined));
  }

  close(): void {
    this.socket.destroy();
  }
}

export function openOf(all: readonly Held[]): number {
  return all.filter(({ isOpen }) => isOpen).length;
}
