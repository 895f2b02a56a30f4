import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePrivateFile } from '../../shared/node/disk/files.ts';
import type { Client } from '../../shared/api/client.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { isOwnRefusal, isUsedUp } from '../../shared/api/own-refusal.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { describeTrouble, diskTroubleOf } from '../../shared/node/disk/disk-trouble.ts';
import type { Replica } from '../replica/replica.ts';
import type { GuardedStore } from '../replica/guarded-store.ts';
import { firstLinkWithinMs } from '../../shared/status/contract.ts';
import type { Identity } from '../replica/store.ts';
import { type IdentifiedRelay, RelayFinder, type RelayPlace } from './identify.ts';
import { isSameWorkspace, relayName, warnOfUnsent } from './one-workspace.ts';
import type { Access } from './access.ts';
import type { LogFollower } from './log-follower.ts';
import type { ReportedAnswers } from './reported-answers.ts';
import type { Upstream } from './upstream.ts';
import { backoffMs } from '../../shared/node/time/backoff.ts';

export interface RelayConnectionOptions extends RelayPlace {
  readonly store: GuardedStore;
  readonly replica: Replica;
}

/** What a relay connection tells of, in this order. */
interface RelayEvents {
  /** What is kept belongs to another relay, user or workspace. */
  workspaceChanged: [];
  /** The relay has answered for the first time: requests can be sent to it. */
  connected: [upstream: Upstream, identity: Identity];
  /** The log is followed, again or for the first time. */
  following: [];
  /** The relay lets this daemon in, and why its log cannot be followed all the same; or it is followed again (LNK-1). */
  unfollowed: [problem: string | undefined];
  /** The replica was taken anew; `jumps` where events of the log were passed over, or it is another log (LNK-8). */
  snapshot: [taken: { readonly jumps: boolean }];
  /** New events of the log; the replica has them already. */
  events: [events: readonly LogEvent[]];
  /** The relay lets this daemon in no more, and why; or does again (LNK-5). */
  access: [refusal: Refusal | undefined];
}

/** OFF-6: how long after its start a daemon may keep a check waiting. */
const firstTryWithinMs = 1_500;
/** How long whoever looks at the link waits for the relay. */
const lookWithinMs = 1_000;
/** The replica is saved at most so often: the relay can send the last moments again. */
const saveEveryMs = 2_000;
/** LIM-4: each try is a request. */
const usedUpWaitMs = 60_000;
const backoff = { firstMs: 200, maxMs: 3_000 } as const;

/** Everything between this daemon and its relay: finds it, follows its log into the replica, and saves the replica. */
export class RelayConnection {
  upstream: Upstream | undefined;
  identity: Identity | undefined;
  problem: Refusal | undefined;
  /** Resolves when the workspace is known, or with what the user has to correct. */
  readonly identified: Promise<Identity | Refusal>;
  /** OFF-6: resolves when the relay's log is followed, or the first try to do so has failed, or there was time enough for it. */
  readonly firstTry: Promise<void>;
  /** OFF-7: as `firstTry`, for people, who have more time than a hook. */
  readonly firstLink: Promise<void>;
  private readonly emitter = new EventEmitter<RelayEvents>();
  private readonly stopping = new AbortController();
  private readonly finder: RelayFinder;
  private follower: LogFollower | undefined;
  private access: Access | undefined;
  private answers: ReportedAnswers | undefined;
  private isProblemTold = false;
  private saving: NodeJS.Timeout | undefined;
  private endFirstTry: () => void = () => undefined;
  private connectingSinceMs = performance.now();
  private resolveIdentified: (outcome: Identity | Refusal) => void = () => undefined;

  constructor(private readonly options: RelayConnectionOptions) {
    this.finder = new RelayFinder(options);
    this.identified = new Promise((resolve) => (this.resolveIdentified = resolve));
    const inTime = new Promise<void>((resolve) => (this.endFirstTry = resolve));
    this.firstTry = Promise.race([inTime, sleep(firstTryWithinMs, undefined, { ref: false })]);
    this.firstLink = Promise.race([inTime, sleep(firstLinkWithinMs, undefined, { ref: false })]);
    const stored = options.store.contents.identity;
    if (stored?.relay === relayName(options.settings)) this.setIdentity(stored);
  }

  /** Tells the listener of each of these events. */
  on<Name extends keyof RelayEvents>(
    name: Name,
    listener: (...told: RelayEvents[Name]) => void,
  ): void {
    this.emitter.on(name, listener as never);
  }

  /** What is wrong with the link and a person should know, in a sentence. */
  get trouble(): string | undefined {
    const refusal = this.access?.refusal ?? this.problem;
    const isAway = refusal?.error === 'Unavailable' && isOwnRefusal(refusal);
    return (isAway ? undefined : refusal?.message) ?? this.linkProblem ?? this.answers?.problem;
  }

  private get linkProblem(): string | undefined {
    const state = this.follower?.state;
    return state?.kind === 'waiting' ? state.problem : undefined;
  }

  /** Undefined until there is a relay to talk to. */
  readonly client = (): Client | undefined => this.upstream?.client;

  /** For what the daemon does itself; undefined as long as `client`. */
  readonly ownClient = (): Client | undefined => this.upstream?.ownClient;

  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug = (): string | undefined => this.identity?.workspace.slug;

  /** Undefined until the workspace is known for the first time. */
  readonly workspaceId = (): string | undefined => this.identity?.workspace.id;

  /** Whether the workspace is known, after at most `waitMs`. */
  async isIdentifiedWithin(waitMs: number): Promise<boolean> {
    const pause = sleep(waitMs, undefined, { ref: false });
    const outcome = await Promise.race([this.identified, pause]);
    return outcome !== undefined && !isRefusal(outcome);
  }

  get state(): 'live' | 'connecting' | 'offline' {
    switch (this.follower?.state.kind) {
      case 'following':
        return 'live';
      case 'waiting':
        return 'offline';
      default:
        return this.problem === undefined ? 'connecting' : 'offline';
    }
  }

  /** How long the daemon has been connecting, in milliseconds; undefined while it does something else. */
  get connectingForMs(): number | undefined {
    if (this.state !== 'connecting') return undefined;
    return Math.round(performance.now() - this.connectingSinceMs);
  }

  /**
   * A person looks at the link: in the first moments of a daemon they wait for its workspace (OFF-7), and a relay that lets it in
   * no more (LNK-5), or cannot store anything (DUR-5), is asked again, for a moment.
   */
  async look(): Promise<void> {
    if (this.identity === undefined) await Promise.race([this.firstLink, pause()]);
    if (this.access?.refusal !== undefined) await Promise.race([this.access.check(), pause()]);
    else if (this.answers?.isStoreAway === true)
      await this.upstream?.ownClient.call('ready', {}, { timeoutMs: lookWithinMs });
  }

  /** Finds the relay and follows it. A relay that is away is tried again until it comes back. */
  async start(): Promise<void> {
    const connection = await this.connect();
    if (connection === undefined) return;
    const { upstream, identity } = connection;
    const { store, replica } = this.options;
    const guarded = await this.guard(upstream, identity);
    const before = store.contents.identity;
    if (before !== undefined && !isSameWorkspace(before, identity)) {
      warnOfUnsent(this.options.settings.logger, store.contents);
      store.forget();
      replica.forget();
      this.emitter.emit('workspaceChanged');
    }
    store.save('identity', identity);
    this.setIdentity(identity);
    this.upstream = guarded;
    this.emitter.emit('connected', guarded, identity);
    await this.follow(guarded, identity);
  }

  private async guard(upstream: Upstream, { workspace }: Identity): Promise<Upstream> {
    const { logger, newKey = () => undefined } = this.options.settings;
    const { Access } = await import('./access.ts');
    const { ReportedAnswers } = await import('./reported-answers.ts');
    const answers = (this.answers = new ReportedAnswers(logger));
    const former = this.access;
    former?.close();
    const access = (this.access = new Access({
      url: upstream.url,
      client: answers.reporting(upstream.ownClient),
      workspace,
      logger,
      newKey: () => unlessSame(newKey(), upstream.key),
      onChange: (refusal) => this.changeAccess(refusal),
      onNewKey: (key) => void this.tryKey(key),
    }));
    if (former !== undefined) this.emitter.emit('access', undefined);
    const guarded = (client: Client) => access.guard(answers.reporting(client));
    return {
      ...upstream,
      client: guarded(upstream.client),
      ownClient: guarded(upstream.ownClient),
      refusal: () => access.refusal,
    };
  }

  private changeAccess(refusal: Refusal | undefined): void {
    this.emitter.emit('access', refusal);
    this.endFirstTry();
    this.connectingSinceMs = performance.now();
    if (refusal === undefined) this.follower?.resume();
    // LIM-4: what is followed already costs no request, and keeps the checks right.
    else if (!isUsedUp(refusal) || this.state !== 'live') this.follower?.pause();
  }

  /** The log cannot be followed, so as long as nobody is let in it is not tried either. */
  private async askAgain(): Promise<void> {
    if ((await this.access?.check()) !== undefined) this.follower?.pause();
  }

  /** LNK-5: a key of somebody who is not in the workspace does not end the search for one that is let in. */
  private async tryKey(key: string): Promise<void> {
    await this.signIn(key).catch((error: unknown) => this.fail(error));
    if (this.problem !== undefined && !this.isStopping) this.access?.stayRefused(this.problem);
  }

  /** Begins again with another key of the same relay. */
  private async signIn(key: string): Promise<void> {
    const { settings } = this.options;
    if (this.isStopping || settings.relay.kind !== 'remote') return;
    settings.logger.info('Signed in to the relay with another key');
    this.follower?.close();
    await this.finder.openWith(settings.relay.url, key);
    this.keepKey(key);
    await this.start();
  }

  /** What a full disk does not take now is kept with the other files of the state folder (LOC-7). */
  private keepKey(key: string): void {
    const { settings } = this.options;
    try {
      writePrivateFile(settings.keyFile, `${key}\n`);
    } catch (error) {
      settings.logger.warn(String(error));
    }
  }

  /** Once until the log is followed. Where the relay itself lets nobody in, that is told instead. */
  private async tellProblem(): Promise<void> {
    if (this.linkProblem === undefined || this.isProblemTold) return;
    const refusal = await this.access?.check();
    const { linkProblem } = this;
    if (refusal !== undefined || linkProblem === undefined || this.isProblemTold) return;
    this.isProblemTold = true;
    this.emitter.emit('unfollowed', linkProblem);
  }

  private async follow(upstream: Upstream, identity: Identity): Promise<void> {
    const { replica, settings } = this.options;
    const { LogFollower } = await import('./log-follower.ts');
    if (this.stopping.signal.aborted) return;
    let last = lastEventOf(replica);
    this.follower = new LogFollower({
      upstream,
      workspaceId: identity.workspace.id,
      replica,
      logger: settings.logger,
      canResume: replica.state.seq > 0,
      onFollowing: () => {
        if (this.isProblemTold) this.emitter.emit('unfollowed', undefined);
        this.isProblemTold = false;
        this.emitter.emit('following');
      },
      onCaughtUp: () => this.endFirstTry(),
      onLost: () => {
        this.endFirstTry();
        void this.tellProblem();
      },
      onTurnedAway: () => void this.askAgain(),
      onApplied: (message) => {
        this.keepName();
        const before = last;
        last = lastEventOf(replica);
        if (message.kind === 'snapshot')
          this.emitter.emit('snapshot', { jumps: before !== undefined && before !== last });
        if (message.kind === 'events') this.emitter.emit('events', message.events);
        this.saveSoon();
      },
    });
    this.follower.start();
  }

  /** A refusal, or an unexpected error, keeps the daemon from its relay. */
  fail(error: unknown): void {
    if (isRefusal(error)) return this.refused(error);
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.options.settings.logger.warn(message);
    const trouble = diskTroubleOf(error);
    const reason = trouble
      ? describeTrouble(trouble)
      : `The relay cannot be used: ${String(error)}`;
    this.refused(refuse('Unavailable', reason));
  }

  private refused(refusal: Refusal): void {
    this.problem = refusal;
    this.endFirstTry();
    this.resolveIdentified(refusal);
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Stops looking for the relay and following it. */
  stop(): void {
    this.stopping.abort();
    this.access?.close();
    this.follower?.close();
  }

  async close(): Promise<void> {
    this.stop();
    clearTimeout(this.saving);
    if (this.identity !== undefined) this.options.store.saveState(this.options.replica.state);
    await this.finder.close(this.upstream);
  }

  private setIdentity(identity: Identity): void {
    const { replica } = this.options;
    this.identity = identity;
    replica.user = { userId: identity.userId, userName: identity.userName };
    replica.state.workspace = identity.workspace;
    this.resolveIdentified(identity);
  }

  /** What the log says of the workspace's name is known at the next start, which may be without the relay. */
  private keepName(): void {
    const { identity, options } = this;
    const name = options.replica.state.workspace?.name ?? identity?.workspace.name;
    if (identity === undefined || name === undefined || name === identity.workspace.name) return;
    this.identity = { ...identity, workspace: { ...identity.workspace, name } };
    options.store.save('identity', this.identity);
  }

  /** Undefined when the daemon stops first, or when the user has to correct something. */
  private async connect(): Promise<IdentifiedRelay | undefined> {
    const { settings, store } = this.options;
    for (let attempt = 0; !this.stopping.signal.aborted; attempt++) {
      const connection = await this.finder.find(this.identity ?? store.contents.identity);
      this.problem = isRefusal(connection) ? connection : undefined;
      if (!isRefusal(connection)) return connection;
      this.endFirstTry();
      settings.logger.warn(`No relay yet: ${connection.message}`);
      if (attempt === 0) this.tellWhy(connection);
      if (connection.error !== 'Unavailable' && !isUsedUp(connection)) {
        this.resolveIdentified(connection);
        return undefined;
      }
      const waitMs = isUsedUp(connection) ? usedUpWaitMs : backoffMs(attempt + 1, backoff);
      await sleep(waitMs, undefined, { signal: this.stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
    return undefined;
  }

  /** Nobody else says why a daemon waits whose relay is within this process, or which no relay has answered ever. */
  private tellWhy({ error, message }: Refusal): void {
    const { relay, onNotice } = this.options.settings;
    if (relay.kind === 'embedded') onNotice?.(`The relay within it cannot start. ${message}`);
    else if (this.identity === undefined && error === 'Unavailable')
      onNotice?.(`${relay.url}: ${message} It is asked again until it answers; Ctrl-C ends that.`);
  }

  private saveSoon(): void {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      this.options.store.saveState(this.options.replica.state);
    }, saveEveryMs);
  }
}

function pause(): Promise<void> {
  return sleep(lookWithinMs, undefined, { ref: false });
}

function unlessSame(key: string | undefined, current: string): string | undefined {
  return key === current ? undefined : key;
}

/** LNK-4: the last event that is known here, by number and time; undefined before the first one. */
function lastEventOf({ state: { seq, seqAt = '' } }: Replica): string | undefined {
  return seq === 0 ? undefined : `${seq} ${seqAt}`;
}
