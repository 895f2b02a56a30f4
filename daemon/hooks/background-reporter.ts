import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Client, Request } from '../../shared/api/client.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';
import { factsOf, type Replica } from '../replica/replica.ts';

export interface BackgroundReporterOptions {
  readonly client: () => Client | undefined;
  readonly replica: Replica;
  readonly clock: Clock;
  readonly sessionTtlMs: number;
}

const timeoutMs = 5_000;
const maxEntries = 2_000;
const gatherMs = 20;
const maxWaiting = 1_000;
/** How long the end of a session waits for the reports about it that are still being sent. */
const flushWithinMs = 300;

interface PendingReport {
  readonly conversation: ConversationKey;
  readonly body: Request<'hook'>;
}

/**
 * Reports heartbeats and denials to the relay after the hook has been answered. Nobody waits for a report, and losing one
 * does no harm: the next heartbeat follows, and the denied write was denied all the same.
 */
export class BackgroundReporter {
  private readonly heartbeats = new LRUCache<string, number>({ max: maxEntries });
  private readonly reportedDenials = new LRUCache<string, true>({ max: maxEntries });
  /** How often a session is reported that only a connection keeps alive: seldom, because requests are counted. */
  readonly keepAliveMs: number;
  private readonly everyMs: number;
  private readonly waiting: PendingReport[] = [];
  private readonly underway = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: BackgroundReporterOptions) {
    this.keepAliveMs = options.sessionTtlMs / 3;
    this.everyMs = Math.min(15_000, options.sessionTtlMs / 10);
  }

  /** Whether a heartbeat of the conversation is due; then it counts as sent. */
  isHeartbeatDue(conversation: ConversationKey): boolean {
    const key = conversationName(conversation);
    const nowMs = this.options.clock.now();
    const sentAtMs = this.heartbeats.get(key);
    if (sentAtMs !== undefined && nowMs - sentAtMs < this.everyMs && nowMs >= sentAtMs)
      return false;
    this.heartbeats.set(key, nowMs);
    return true;
  }

  /** Keeps the session alive; one that the relay does not know is opened by it (SES-4). */
  heartbeat(conversation: ConversationKey, body: Request<'hook'>): void {
    this.report(conversation, body);
  }

  /** The relay tells the team, once it has seen who holds the place (RSV-21); one tool call is reported once (SES-5). */
  denied(conversation: ConversationKey, body: Request<'hook'>): void {
    if (body.tool_use_id !== undefined) {
      const key = `${conversation.conversationId}\n${body.tool_use_id}\n${body.file_path}`;
      if (this.reportedDenials.has(key)) return;
      this.reportedDenials.set(key, true);
    }
    this.report(conversation, body);
  }

  /** Sends what waits at once, and waits a little for it to arrive: a report after the end of its session would open it again. */
  async flush(): Promise<void> {
    this.sendWaiting();
    if (this.underway.size === 0) return;
    await Promise.race([
      Promise.all(this.underway),
      sleep(flushWithinMs, undefined, { ref: false }),
    ]);
  }

  private sendWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const pending of this.waiting.splice(0)) {
      const sent = this.send(pending).finally(() => this.underway.delete(sent));
      this.underway.add(sent);
    }
  }

  /** Reports of the same moment are sent together, so that the relay stores them in one transaction. */
  private report(conversation: ConversationKey, body: Request<'hook'>): void {
    if (this.waiting.length >= maxWaiting) return;
    this.waiting.push({ conversation, body });
    this.timer ??= setTimeout(() => this.sendWaiting(), gatherMs);
  }

  private async send({ conversation, body }: PendingReport): Promise<void> {
    const reply = await this.options.client()?.call('hook', body, { timeoutMs });
    if (reply === undefined || isRefusal(reply) || !('session_id' in reply)) return;
    const known = this.options.replica.sessionOf(conversation);
    // It has ended meanwhile; where the relay has opened it again, the stream says so.
    if (known?.active === false) return;
    const facts = factsOf(body);
    // What came after this was sent is newer.
    const news = known === undefined ? facts : { agentType: facts.agentType };
    this.options.replica.opened(conversation, reply.session_id, news);
  }
}
