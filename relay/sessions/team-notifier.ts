import type { LogEvent } from '../../shared/contract/events.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import { notificationsFor, withoutEndedNegotiations } from '../../shared/sessions/notifications.ts';
import type { Broadcaster, Sink } from '../feed/broadcaster.ts';

export interface TeamNotifierOptions {
  readonly broadcaster: Broadcaster;
  readonly newestSeq: (workspaceId: string) => Promise<number>;
  readonly active: (workspaceId: string) => Promise<readonly SessionRecord[]>;
  readonly onError: (error: unknown) => void;
}

/** Sessions that never ask again are not kept for ever. */
const maxSessions = 10_000;
const maxTexts = 20;

/**
 * What sessions must be told with their next hook answer, for agents whose hooks come to the relay itself; a daemon tells its
 * own agents, by the same words. Kept in memory: after a restart `sync` and the lists still say it.
 */
export class TeamNotifier {
  /** By workspace, then by session. */
  private readonly waiting = new Map<string, Map<string, string[]>>();
  private readonly unfollow: (() => void)[] = [];

  constructor(private readonly options: TeamNotifierOptions) {}

  /** How many logs it reads; none of them is a client's stream. */
  get size(): number {
    return this.unfollow.length;
  }

  /** From now on what happens in the workspace is kept for its sessions. */
  begin(workspaceId: string): void {
    if (this.waiting.has(workspaceId)) return;
    this.waiting.set(workspaceId, new Map());
    this.follow(workspaceId).catch((error: unknown) => {
      // The next hook event tries again.
      this.waiting.delete(workspaceId);
      this.options.onError(error);
    });
  }

  /** What waits for a session; it is told once. */
  take(workspaceId: string, sessionId: string): string | undefined {
    const sessions = this.waiting.get(workspaceId);
    const texts = sessions?.get(sessionId);
    if (texts === undefined) return undefined;
    sessions?.delete(sessionId);
    return withoutEndedNegotiations(texts).join('\n');
  }

  close(): void {
    for (const stop of this.unfollow) stop();
  }

  private async follow(workspaceId: string): Promise<void> {
    const seq = await this.options.newestSeq(workspaceId);
    const sink: Sink = {
      send: (events) => {
        for (const event of events) this.read(workspaceId, event).catch(this.options.onError);
        return true;
      },
      drained: () => Promise.resolve(),
      // Followed anew by the next hook event; what was said in between stands in `sync`.
      lost: () => void this.waiting.delete(workspaceId),
    };
    this.unfollow.push(this.options.broadcaster.follow(workspaceId, seq, sink));
  }

  /** Only what concerns a branch asks who is on it. */
  private async read(workspaceId: string, event: LogEvent): Promise<void> {
    if (event.type === 'session_ended') this.waiting.get(workspaceId)?.delete(event.session_id);
    const sessions = concernsBranch(event) ? await this.options.active(workspaceId) : [];
    for (const { sessionId, text } of notificationsFor(event, sessions))
      this.keep(workspaceId, sessionId, text);
  }

  private keep(workspaceId: string, sessionId: string, text: string): void {
    const sessions = this.waiting.get(workspaceId);
    const texts = sessions?.get(sessionId) ?? [];
    if (sessions === undefined || sessions.size >= maxSessions || texts.length >= maxTexts) return;
    sessions.set(sessionId, [...texts, text]);
  }
}

function concernsBranch({ type }: LogEvent): boolean {
  return type === 'gate_approved' || type === 'gate_retracted' || type === 'workstream_ended';
}
