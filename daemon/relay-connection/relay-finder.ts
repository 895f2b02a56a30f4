import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Identity } from '../replica/store.ts';
import type { EmbeddedRelay } from './embedded-relay.ts';
import {
  identifyAtEmbeddedRelay,
  identifyAtRemoteRelay,
  type IdentifiedRelay,
  type RelaySettings,
} from './identify.ts';
import { openUpstream, type Upstream } from './upstream.ts';

export interface RelayPlace {
  readonly settings: RelaySettings;
  /** The path of the SQLite file of an embedded relay. */
  readonly relayDatabase: string;
}

/** Finds the relay: a remote one, or one in this process, which it starts. What was opened once is used by the next try. */
export class RelayFinder {
  private embeddedRelay: EmbeddedRelay | undefined;
  /** What was opened, before it is known who the user is there. */
  private opened: Upstream | undefined;

  constructor(private readonly place: RelayPlace) {}

  /** One try. `known` is who the user was there before. */
  async find(known: Identity | undefined): Promise<IdentifiedRelay | Refusal> {
    const { settings } = this.place;
    const { relay } = settings;
    if (relay.kind === 'remote') {
      this.opened ??= await openUpstream(relay.url, relay.key);
      return identifyAtRemoteRelay(settings, this.opened, known);
    }
    const embeddedRelay = this.embeddedRelay ?? (await this.startEmbeddedRelay());
    if (isRefusal(embeddedRelay)) return embeddedRelay;
    this.embeddedRelay = embeddedRelay;
    return identifyAtEmbeddedRelay(settings, embeddedRelay);
  }

  /** The next try is made with this key. */
  async openWith(url: string, key: string): Promise<void> {
    await this.opened?.close();
    this.opened = await openUpstream(url, key);
  }

  /** `used`: the connection to a relay that was found without one of its own being opened. */
  async close(used: Upstream | undefined): Promise<void> {
    await (this.opened ?? used)?.close();
    await this.embeddedRelay?.close();
  }

  private async startEmbeddedRelay(): Promise<EmbeddedRelay | Refusal> {
    const { startEmbeddedRelay } = await import('./embedded-relay.ts');
    const { relayDatabase: database, settings } = this.place;
    const { durations, environment, logger } = settings;
    const onError = (error: unknown) => logger.warn(String(error));
    const onNotice = (sentence: string) => logger.warn(sentence);
    return startEmbeddedRelay({ database, durations, environment, onError, onNotice });
  }
}
