import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { conversationName } from '../../shared/sessions/rules.ts';
import type { FileChanges } from '../changes/file-changes.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import { type Delivery, newIdempotencyKey, type Outbox } from '../replica/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { BackgroundReporter } from './background-reporter.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import { joined } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import { heirOf } from './heir.ts';
import type { HookBodies } from './hook-bodies.ts';
import { renderBriefing } from '../../shared/sessions/briefing.ts';
import type { TeamKnowledgeCache, TeamWorkCache } from '../knowledge/team-knowledge-cache.ts';
import { reservationRecords, sessionRecords } from '../replica/records.ts';
import { workstreamsNow } from '../sync/workstreams-now.ts';

interface SessionLifecycleDependencies {
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly reporter: BackgroundReporter;
  readonly hookBodies: HookBodies;
  readonly notifications: NotificationQueue;
  readonly paths: PathResolver;
  readonly workTrees: Pick<WorkTrees, 'start'>;
  readonly changes: Pick<FileChanges, 'handOver'>;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
}

const waitMs = { start: 1_500, prompt: 1_500, end: 1_000 } as const;

/** Opens sessions, keeps them alive and ends them. */
export class SessionLifecycle {
  constructor(private readonly deps: SessionLifecycleDependencies) {}

  /** SES-4: opens the session; answers the relay's briefing, or one from memory when the relay does not answer in time. */
  async start(call: HookCall): Promise<HookAnswer | Refusal> {
    setImmediate(() => this.watchWorkTree(call));
    const delivery = await this.send(call, waitMs.start);
    if (delivery === undefined) return { session_id: '', additional_context: '' };
    if (delivery.kind === 'answered') {
      const { reply } = delivery;
      if (isRefusal(reply)) return reply;
      const session = this.opened(call, 'session_id' in reply ? reply.session_id : '');
      const briefing = 'additional_context' in reply ? reply.additional_context : undefined;
      return this.briefed(call, session, briefing);
    }
    const session = this.openedLocally(call);
    return this.briefed(call, session, localBriefing(this.deps, session.id));
  }

  /** Captures the task. */
  async prompt(call: HookCall): Promise<HookAnswer | Refusal> {
    return this.acknowledged(call, await this.send(call, waitMs.prompt));
  }

  /** SES-2: a known session is reported after the answer; an unknown one is opened (SES-4). */
  async heartbeat(call: HookCall): Promise<HookAnswer | Refusal> {
    const session = this.deps.replica.sessionOf(call.conversation);
    const body = this.deps.hookBodies.bodyOf(call, { effect: 'heartbeat' });
    if (session?.active !== true || body === undefined) {
      return this.acknowledged(call, await this.send(call, waitMs.prompt, 'heartbeat'));
    }
    this.deps.reporter.heartbeat(call.conversation, body);
    return this.alive(call, session);
  }

  /**
   * SES-3: the reservations of the session and its subagents are released here at once, and for the team as soon as the
   * relay hears of it. What a subagent wrote goes to its conversation, so nothing of it is free here in between. Clients also
   * report the end of agents that they never started, such as the one that shortens a conversation.
   */
  async end(call: HookCall): Promise<HookAnswer | Refusal> {
    const { replica, reporter } = this.deps;
    const session = replica.sessionOf(call.conversation);
    if (session === undefined && call.conversation.agentId !== '')
      return { ok: true, session_id: '', released: [] };
    const released = session === undefined ? [] : this.letGo(session);
    await reporter.flush();
    const delivery = await this.send(call, waitMs.end);
    if (delivery?.kind === 'answered') {
      if (isRefusal(delivery.reply)) replica.forgetEnd(call.conversation);
      return delivery.reply;
    }
    return { ok: true, session_id: session?.id ?? '', released };
  }

  /** Returns the files that are free here from now on: of a subagent whose conversation goes on, none. */
  private letGo(session: TrackedSession): string[] {
    const { replica, changes } = this.deps;
    const heir = heirOf(replica, session);
    if (heir !== undefined) {
      replica.handOver(session, heir);
      changes.handOver(conversationName(session), conversationName(heir));
      return [];
    }
    const files = replica.filesHeldBy(session);
    replica.release(session);
    return files;
  }

  /** A shell may write in a new work tree before any hook names a file of it. */
  private watchWorkTree({ cwd }: HookCall): void {
    const workTree = cwd === undefined ? undefined : this.deps.paths.workTreeOf(cwd);
    if (workTree !== undefined) this.deps.workTrees.start(workTree);
  }

  /** Undefined while no workspace is known, on the very first start. */
  private async send(
    call: HookCall,
    boundMs: number,
    effect: HookCall['effect'] = call.effect,
  ): Promise<Delivery | undefined> {
    const input = this.deps.hookBodies.bodyOf(call, { effect });
    if (input === undefined) return undefined;
    const { conversation, idempotencyKey = newIdempotencyKey() } = call;
    return this.deps.outbox.send({ input, conversation, idempotencyKey }, boundMs);
  }

  private acknowledged(call: HookCall, delivery: Delivery | undefined): HookAnswer | Refusal {
    if (delivery?.kind === 'answered' && isRefusal(delivery.reply)) return delivery.reply;
    const session =
      delivery?.kind === 'answered' && 'session_id' in delivery.reply
        ? this.opened(call, delivery.reply.session_id)
        : this.openedLocally(call);
    return this.alive(call, session);
  }

  private briefed(
    call: HookCall,
    { id }: TrackedSession,
    briefing: string | undefined,
  ): HookAnswer {
    const context = joined(briefing, this.takeWaiting(call)) ?? '';
    return { session_id: id, additional_context: context };
  }

  private alive(call: HookCall, session: TrackedSession): HookAnswer {
    const message = this.takeWaiting(call);
    return { ok: true, session_id: session.id, ...(message !== undefined && { message }) };
  }

  /** HOK-8: what waits, if the answer to this event reaches the agent. */
  private takeWaiting(call: HookCall): string | undefined {
    return call.canNotify ? this.deps.notifications.take(call.conversation) : undefined;
  }

  private opened(call: HookCall, id: string): TrackedSession {
    const { replica, hookBodies } = this.deps;
    return replica.opened(call.conversation, id, hookBodies.sessionFactsOf(call));
  }

  private openedLocally(call: HookCall): TrackedSession {
    const { replica, hookBodies } = this.deps;
    return replica.openLocally(call.conversation, hookBodies.sessionFactsOf(call));
  }
}

/** The briefing of a session from memory, for when the relay does not answer. */
function localBriefing(
  {
    replica,
    knowledge,
    teamWork,
  }: Pick<SessionLifecycleDependencies, 'replica' | 'knowledge' | 'teamWork'>,
  sessionId: string,
): string {
  return renderBriefing({
    workspaceName: replica.state.workspace?.name ?? '',
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    knowledge: knowledge.current,
    work: {
      ...teamWork.current,
      workstreams: workstreamsNow(replica, teamWork.current.workstreams, []),
    },
    events: replica.state.recent,
    sessionId,
    userId: replica.user.userId,
    nowMs: replica.nowMs(),
  });
}
