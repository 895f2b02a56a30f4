import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { Notification } from '../../shared/sessions/notification.ts';
import { notificationsFor } from '../../shared/sessions/notifications.ts';
import {
  isOutdated,
  outdatedBy,
  withoutOutdated,
  type Outdated,
} from '../../shared/sessions/outdated-notifications.ts';
import type { Broadcaster, Sink } from '../feed/broadcaster.ts';

export interface TeamNotifierOptions {
  readonly broadcaster: Broadcaster;
  readonly newestSeq: (workspaceId: string) => Promise<number>;
  readonly active: (workspaceId: string) => Promise<readonly SessionRecord[]>;
  readonly onError: (error: unknown) => void;
}

/** Of a workspace. Limits the memory that sessions take which never ask again; of more, those told longest ago go. */
const maxSessions = 10_000;
const maxTexts = 20;

/**
 * Collects the notifications that a session gets with its next hook answer, for agents whose hooks come to the relay itself. A
 * daemon does the same for its own agents. They are kept in memory: after a restart `sync` and the lists still show the facts.
 */
export class TeamNotifier {
  /** By workspace, then by session. */
  private readonly pending = new Map<string, Map<string, readonly Notification[]>>();
  private readonly unfollow: (() => void)[] = [];
  private readonly reads = new Set<Promise<void>>();
  private closed = false;

  constructor(private readonly options: TeamNotifierOptions) {}

  /** How many workspaces it follows. */
  get size(): number {
    return this.unfollow.length;
  }

  /** Collects notifications for the sessions of the workspace from now on. */
  start(workspaceId: string): void {
    if (this.pending.has(workspaceId)) return;
    this.pending.set(workspaceId, new Map());
    this.track(
      this.follow(workspaceId).catch((error: unknown) => {
        // The next hook event tries again.
        this.pending.delete(workspaceId);
        this.options.onError(error);
      }),
    );
  }

  /** Returns the notifications of a session, and forgets them. */
  take(workspaceId: string, sessionId: string): string | undefined {
    const sessions = this.pending.get(workspaceId);
    const notices = sessions?.get(sessionId);
    if (notices === undefined) return undefined;
    sessions?.delete(sessionId);
    const texts = withoutOutdated(notices).map(({ text }) => text);
    return texts.join('\n') || undefined;
  }

  /** Waits for the reads under way: the database is closed next. */
  async close(): Promise<void> {
    this.closed = true;
    for (const stop of this.unfollow) stop();
    await Promise.all(this.reads);
  }

  private track(read: Promise<void>): void {
    const ended = read.finally(() => this.reads.delete(ended));
    this.reads.add(ended);
  }

  private async follow(workspaceId: string): Promise<void> {
    const seq = await this.options.newestSeq(workspaceId);
    if (this.closed) return;
    const sink: Sink = {
      send: (events) => {
        for (const event of events)
          this.track(this.read(workspaceId, event).catch(this.options.onError));
        return true;
      },
      drained: () => Promise.resolve(),
      // The next hook event follows it again; `sync` shows what happened in between.
      lost: () => void this.pending.delete(workspaceId),
    };
    this.unfollow.push(this.options.broadcaster.follow(workspaceId, seq, sink));
  }

  /** Reads the active sessions only for events that concern a branch. */
  private async read(workspaceId: string, event: LogEvent): Promise<void> {
    if (event.type === 'session_ended') this.pending.get(workspaceId)?.delete(event.session_id);
    this.withdraw(workspaceId, outdatedBy(event));
    const sessions = concernsBranch(event) ? await this.options.active(workspaceId) : [];
    for (const one of notificationsFor(event, sessions)) this.keep(workspaceId, one);
  }

  private withdraw(workspaceId: string, outdated: Outdated | undefined): void {
    const sessions = this.pending.get(workspaceId);
    if (sessions === undefined || outdated === undefined) return;
    const { askedSession } = outdated;
    for (const sessionId of askedSession === undefined ? sessions.keys() : [askedSession]) {
      const notices = sessions.get(sessionId);
      const left = notices?.filter((one) => !isOutdated(one, outdated));
      if (left !== undefined) sessions.set(sessionId, left);
    }
  }

  private keep(workspaceId: string, notification: Notification): void {
    const sessions = this.pending.get(workspaceId);
    const { sessionId } = notification;
    const kept = sessions?.get(sessionId) ?? [];
    if (sessions === undefined || kept.length >= maxTexts) return;
    const others = kept.filter(({ text }) => text !== notification.text);
    // What is asked anew comes after what said that it is over.
    if (others.length < kept.length && notification.role !== 'asks') return;
    // Not by lru-cache, which takes the memory for all of them at once, in each workspace.
    sessions.delete(sessionId);
    sessions.set(sessionId, [...others, notification]);
    const [oldest = sessionId] = sessions.keys();
    if (sessions.size > maxSessions) sessions.delete(oldest);
  }
}

function concernsBranch({ type }: LogEvent): boolean {
  return type === 'gate_approved' || type === 'gate_retracted' || type === 'workstream_ended';
}
