import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '../../shared/contract/events.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { DaemonOptions, StatePaths } from '../config.ts';
import {
  identifyAtEmbeddedRelay,
  identifyAtRemoteRelay,
  type IdentifiedRelay,
} from './identify.ts';
import type { EmbeddedRelay } from './embedded-relay.ts';
import type { Outbox } from '../replica/outbox.ts';
import type { LogFollower } from './log-follower.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import type { TeamWorkCache } from '../knowledge/team-work-cache.ts';
import type { Replica } from '../replica/replica.ts';
import type { DaemonStore, Identity } from '../replica/store.ts';
import { openUpstream, type Upstream } from './upstream.ts';

export interface RelayConnectionOptions {
  readonly options: DaemonOptions;
  readonly paths: StatePaths;
  readonly store: DaemonStore;
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
  /** The relay was heard of: brings its symbol graph up to date, in the background. */
  readonly publish: () => void;
  readonly onEvents: (events: readonly LogEvent[]) => void;
  /** The developer's own key is known now. */
  readonly onKey: (key: string) => void;
}

/** How often the replica is written down at most; it can be told again, so nothing is lost with the last moments. */
const saveEveryMs = 2_000;
const retryMs = { first: 200, most: 5_000 } as const;

/** Everything between this daemon and its relay: finding it, following it, and keeping what it said. */
export class RelayConnection {
  upstream: Upstream | undefined;
  identity: Identity | undefined;
  problem: Refusal | undefined;
  /** Resolves when the workspace is known, or with what the user has to mend. */
  readonly identified: Promise<Identity | Refusal>;
  private readonly stopping = new AbortController();
  private inside: EmbeddedRelay | undefined;
  private link: LogFollower | undefined;
  private saving: NodeJS.Timeout | undefined;
  private tellIdentified: (outcome: Identity | Refusal) => void = () => undefined;

  constructor(private readonly side: RelayConnectionOptions) {
    this.identified = new Promise((resolve) => (this.tellIdentified = resolve));
    const stored = side.store.identity();
    if (stored !== undefined) this.know(stored);
  }

  get linkState(): 'live' | 'connecting' | 'offline' {
    switch (this.link?.state.kind) {
      case 'following':
        return 'live';
      case 'waiting':
        return 'offline';
      default:
        return this.problem === undefined ? 'connecting' : 'offline';
    }
  }

  /** Finds the relay and follows it. A relay that is away is tried again until it comes back. */
  async start(): Promise<void> {
    const connection = await this.connect();
    if (connection === undefined) return;
    const { upstream, identity } = connection;
    const { store, replica, outbox, knowledge, teamWork, publish, options } = this.side;
    if (this.identity !== undefined && !isSame(this.identity, identity)) {
      store.forget();
      replica.forget();
      outbox.forget();
      knowledge.forget();
      teamWork.forget();
    }
    store.identify(identity);
    this.know(identity);
    this.upstream = upstream;
    this.side.onKey(upstream.key);
    outbox.connect(upstream.client);
    knowledge.connect(upstream.client, identity.workspace.id);
    teamWork.connect(upstream.client, identity.workspace.id);
    const { LogFollower } = await import('./log-follower.ts');
    if (this.stopping.signal.aborted) return;
    this.link = new LogFollower({
      upstream,
      workspaceId: identity.workspace.id,
      replica,
      logger: options.logger,
      canResume: replica.state.seq > 0,
      onFollowing() {
        outbox.wake();
        knowledge.refresh();
        teamWork.refresh();
        publish();
      },
      onApplied: (message) => {
        if (message.kind === 'events') this.heardOf(message.events);
        this.saveSoon();
      },
    });
    this.link.start();
  }

  /** Something that nobody foresaw keeps the daemon from its relay. */
  fail(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.side.options.logger.warn(message);
    this.problem = refuse('Unavailable', `The relay cannot be used: ${String(error)}`);
    this.tellIdentified(this.problem);
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Looks for no relay any more. */
  stop(): void {
    this.side.knowledge.close();
    this.side.teamWork.close();
    this.stopping.abort();
    this.link?.close();
  }

  async close(): Promise<void> {
    this.stop();
    clearTimeout(this.saving);
    if (this.identity !== undefined) this.side.store.saveState(this.side.replica.state);
    await this.upstream?.close();
    await this.inside?.close();
  }

  private know(identity: Identity): void {
    const { replica } = this.side;
    this.identity = identity;
    replica.user = { userId: identity.userId, userName: identity.userName };
    replica.state.workspace = identity.workspace;
    this.tellIdentified(identity);
  }

  /** Undefined when the daemon stops first, or when the user has to mend something. */
  private async connect(): Promise<IdentifiedRelay | undefined> {
    for (let attempt = 0; !this.stopping.signal.aborted; attempt++) {
      const connection = await this.tryToConnect();
      this.problem = isRefusal(connection) ? connection : undefined;
      if (!isRefusal(connection)) return connection;
      this.side.options.logger.warn(`No relay yet: ${connection.message}`);
      if (connection.error !== 'Unavailable') {
        this.tellIdentified(connection);
        return undefined;
      }
      const waitMs = Math.min(retryMs.most, retryMs.first * 2 ** attempt);
      await sleep(waitMs, undefined, { signal: this.stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
    return undefined;
  }

  private async tryToConnect(): Promise<IdentifiedRelay | Refusal> {
    const { options, paths } = this.side;
    const { relay } = options;
    if (relay.kind === 'remote') {
      this.upstream ??= await openUpstream(relay.url, relay.key);
      return identifyAtRemoteRelay(options, this.upstream, this.identity);
    }
    const { startEmbeddedRelay } = await import('./embedded-relay.ts');
    const { relayDatabase: database } = paths;
    const { durations, environment, logger } = options;
    const onError = (error: unknown) => logger.warn(String(error));
    const inside =
      this.inside ?? (await startEmbeddedRelay({ database, durations, environment, onError }));
    if (isRefusal(inside)) return inside;
    this.inside = inside;
    return identifyAtEmbeddedRelay(options, paths, inside);
  }

  private heardOf(events: readonly LogEvent[]): void {
    this.side.knowledge.onEvents(events);
    this.side.teamWork.onEvents(events);
    this.side.onEvents(events);
  }

  private saveSoon(): void {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      this.side.store.saveState(this.side.replica.state);
    }, saveEveryMs);
  }
}

function isSame(one: Identity, other: Identity): boolean {
  return (
    one.relay === other.relay &&
    one.userId === other.userId &&
    one.workspace.id === other.workspace.id
  );
}
