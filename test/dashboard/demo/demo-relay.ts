import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelayOptions } from '../../../relay/config.ts';
import type { Relay } from '../../../relay/relay.ts';
import { startRelay } from '../../support/start-relay.ts';
import { Callers } from './caller.ts';

export type DemoRelayOptions = Pick<
  RelayOptions,
  'clock' | 'languageModel' | 'transcriptReader' | 'onError'
> & {
  readonly port: number;
};

/** A relay on a fresh database in a folder of its own. */
export class DemoRelay {
  private constructor(
    private readonly folder: string,
    private readonly options: DemoRelayOptions,
    private relay: Relay,
    readonly callers: Callers,
    private readonly onExit: () => void,
  ) {}

  static async start(options: DemoRelayOptions): Promise<DemoRelay> {
    const folder = await mkdtemp(join(tmpdir(), 'coord-demo-dashboard-'));
    // Also when the process ends in the middle.
    const onExit = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', onExit);
    const relay = await open(folder, options);
    const { port, url } = relay;
    return new DemoRelay(folder, { ...options, port }, relay, new Callers(url), onExit);
  }

  get url(): string {
    return this.relay.url;
  }

  get bootstrap(): Relay['bootstrap'] {
    return this.relay.bootstrap;
  }

  sweep(): Promise<void> {
    return this.relay.sweep();
  }

  /** The relay goes, as when its machine is restarted; the data stays. */
  stop(): Promise<void> {
    return this.relay.close();
  }

  /** It comes back at the same address. */
  async startAgain(): Promise<void> {
    this.relay = await open(this.folder, this.options);
  }

  /** Stops it for good and removes its folder. */
  async dispose(): Promise<void> {
    await this.callers.close();
    await this.relay.close();
    await rm(this.folder, { recursive: true, force: true });
    process.off('exit', this.onExit);
  }
}

function open(folder: string, options: DemoRelayOptions): Promise<Relay> {
  return startRelay({ host: '127.0.0.1', database: join(folder, 'relay.db'), ...options });
}
