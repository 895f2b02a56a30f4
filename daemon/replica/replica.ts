import { clockSlackMs, type MachineClock } from '../../shared/kernel/clock.ts';
import { isLive } from '../../shared/reservations/rules.ts';
import type { ReplicaMessage } from '../../shared/replica/contract.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { Place } from '../../shared/reservations/places.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import { jumpToldForMs, type ClockJump } from '../../shared/status/clock-jump.ts';
import { Overlay, type ReservationOrigin, type OverlayReservation } from './overlay.ts';
import { applyMessage } from './apply-message.ts';
import type { TrackedReservation, TrackedSession } from '../../shared/replica/tracked.ts';
import { isLocalId, localIdOf } from './local-ids.ts';
import { conversationKey, emptyState, type WorkspaceState } from './workspace-state.ts';

/** The user of this daemon: the only one whose conversations reach it. */
export interface OwnUser {
  readonly userId: string;
  readonly userName: string;
}

/** What a hook says about its session. */
export interface SessionFacts {
  readonly agentType: string;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
}

/** What the body of a hook says of its session. */
export function factsOf({
  agent_type: agentType = 'unknown',
  task,
  branch,
}: {
  readonly agent_type?: string | undefined;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
}): SessionFacts {
  return { agentType, task, branch };
}

/** A place as it is wanted, or granted. */
type OwnPlace = Place & { readonly asked?: boolean };

/** What this daemon reserves for one of its sessions, and why. */
export interface OwnReservation {
  readonly filePath: string;
  readonly places: readonly OwnPlace[];
  readonly expiresAt: number;
  readonly origin: ReservationOrigin;
}

const none: readonly TrackedReservation[] = [];

/** The workspace as this daemon sees it: the state read from the log of the relay, and over it what only the daemon knows yet. */
export class Replica {
  state: WorkspaceState;
  private overlay = new Overlay();
  /** The relay's time when it last spoke, or this machine's until then, minus what had elapsed here. */
  private baseMs: number;
  private lastJump: ClockJump | undefined;
  /** When the relay sent its last heartbeat, by its own clock. */
  private heartbeatMs = Number.NEGATIVE_INFINITY;
  private wasSetBack = false;

  constructor(
    private readonly clock: MachineClock,
    state: WorkspaceState = emptyState(),
    public user: OwnUser = { userId: '', userName: '' },
  ) {
    this.state = state;
    // RSV-20: a machine's clock that was set back meanwhile lets nothing last longer than it would have.
    this.baseMs = Math.max(clock.now(), state.heardMs) - clock.monotonicMs();
  }

  /** Begins anew: what is known belongs to another workspace. */
  forget(): void {
    this.state = emptyState();
    this.overlay = new Overlay();
  }

  /** The relay's time, as far as is known here. What this machine's clock is set to meanwhile changes nothing (RSV-20). */
  nowMs(): number {
    return this.baseMs + this.clock.monotonicMs();
  }

  /** How the relay's clock was set within the last hour. */
  recentJump(): ClockJump | undefined {
    const { lastJump } = this;
    const isRecent = lastJump !== undefined && this.nowMs() - lastJump.to < jumpToldForMs;
    return isRecent ? lastJump : undefined;
  }

  /** RSV-12: what collides in this workspace. */
  conflictPolicy(): ConflictPolicy {
    return this.state.conflictPolicy;
  }

  /** Takes in what the relay sent; `gap` asks for a snapshot. */
  apply(message: ReplicaMessage): 'applied' | 'gap' {
    if (this.missedJump(message)) return 'gap';
    this.baseMs = message.now - this.clock.monotonicMs();
    this.state.heardMs = message.now;
    if (this.isOutdatedByClock(message)) return 'gap';
    if (applyMessage(this.state, message) === 'gap') return 'gap';
    this.reconcile(message);
    return 'applied';
  }

  /** RSV-20: the relay's clock was set while this daemon did not follow it; what is known here has the old ends. */
  private missedJump(message: ReplicaMessage): boolean {
    if (message.kind === 'events') return false;
    const { clock_jump: jump } = message;
    const isNew = jump !== undefined && jump.to !== this.lastJump?.to;
    this.lastJump = jump;
    return isNew && message.kind === 'heartbeat';
  }

  /**
   * RSV-19: the relay's clock was set back, so it shortens what it granted before, a moment after its next heartbeat; a snapshot
   * after the one that follows has that.
   */
  private isOutdatedByClock(message: ReplicaMessage): boolean {
    const { kind, now } = message;
    // A relay that tells of the jump has corrected it before (RSV-20).
    if (kind === 'snapshot' && message.clock_jump !== undefined)
      this.heartbeatMs = Number.NEGATIVE_INFINITY;
    if (kind !== 'heartbeat') return false;
    const isSetBack = now < this.heartbeatMs - clockSlackMs;
    const isOutdated = this.wasSetBack && !isSetBack;
    this.wasSetBack = isSetBack;
    this.heartbeatMs = now;
    return isOutdated;
  }

  /** All reservations in the file (by `pathKey`), live or not. Cheap when there are none. */
  reservationsOf(fileKey: string): readonly TrackedReservation[] {
    const known = this.state.reservations.get(fileKey);
    const own = this.overlay.reservationsOf(fileKey);
    if (known === undefined) return own ?? none;
    const counted = this.overlay.counted(known);
    return own === undefined ? counted : [...counted, ...own];
  }

  /** What the conversation holds of the file (by `pathKey`) now. */
  liveReservationsOf(
    conversation: ConversationKey,
    fileKey: string,
  ): readonly TrackedReservation[] {
    const id = this.sessionOf(conversation)?.id;
    return this.liveReservationsIn(fileKey).filter(({ sessionId }) => sessionId === id);
  }

  /** What other sessions hold of the file (by `pathKey`) now. */
  liveReservationsOfOthers(
    conversation: ConversationKey,
    fileKey: string,
  ): readonly TrackedReservation[] {
    const id = this.sessionOf(conversation)?.id;
    return this.liveReservationsIn(fileKey).filter(({ sessionId }) => sessionId !== id);
  }

  private liveReservationsIn(fileKey: string): readonly TrackedReservation[] {
    const nowMs = this.nowMs();
    return this.reservationsOf(fileKey).filter((one) => isLive(one, nowMs));
  }

  /** The session of one of the user's conversations; it may have ended. */
  sessionOf({ conversationId, agentId }: ConversationKey): TrackedSession | undefined {
    const key = conversationKey(this.user.userId, conversationId, agentId);
    const id = this.state.conversations.get(key);
    return (
      (id === undefined ? undefined : this.state.sessions.get(id)) ?? this.overlay.session(key)
    );
  }

  /** A session by its id, the user's own or not; an own one also by the local id that it had (OFF-2). */
  session(id: string): TrackedSession | undefined {
    const known = this.state.sessions.get(id);
    const found = known ?? this.overlay.allSessions().find((session) => session.id === id);
    return found ?? (isLocalId(id) ? this.onceLocal(id) : undefined);
  }

  private onceLocal(id: string): TrackedSession | undefined {
    const all = [...this.state.sessions.values(), ...this.overlay.allSessions()];
    const own = all.filter(({ userId }) => userId === this.user.userId);
    const one = own.find((session) => localIdOf(session) === id);
    return one && this.sessionOf(one);
  }

  /** The conversation and its subagents. */
  family(main: TrackedSession): TrackedSession[] {
    if (main.agentId !== '') return [main];
    return this.sessions().filter(
      ({ userId, conversationId }) =>
        userId === main.userId && conversationId === main.conversationId,
    );
  }

  /** Active sessions, and those that are only known here. */
  sessions(): TrackedSession[] {
    const known = [...this.state.sessions.values()].filter(
      ({ id, active }) => active && !this.overlay.isReleased(id),
    );
    const all = [...known, ...this.overlay.allSessions()];
    return all.filter(({ id }) => !this.overlay.isHandedOver(id));
  }

  /** Every reservation that counts now. */
  liveReservations(nowMs: number): (TrackedReservation | OverlayReservation)[] {
    const known = [...this.state.reservations.values()].flat();
    const all = [...this.overlay.counted(known), ...this.overlay.allReservations()];
    return all.filter((reservation) => reservation.expiresAt > nowMs);
  }

  /** The files of which the conversation, or one of its subagents, holds something now. */
  filesHeldBy(main: TrackedSession): string[] {
    const ids = new Set(this.family(main).map(({ id }) => id));
    const own = this.liveReservations(this.nowMs()).filter(({ sessionId }) => ids.has(sessionId));
    return [...new Set(own.map(({ filePath }) => filePath))];
  }

  /** The conversation's session; one that the relay could not be asked about gets a local id until it can. */
  openLocally(conversation: ConversationKey, facts: SessionFacts): TrackedSession {
    const known = this.sessionOf(conversation);
    if (known !== undefined) {
      this.overlay.takeBack(known.id);
      return this.opened(conversation, known.id, facts);
    }
    const id = localIdOf(conversation);
    this.overlay.forgetEnd(id);
    return this.opened(conversation, id, facts);
  }

  /** The relay, or this daemon while offline, has opened or refreshed the session. */
  opened(conversation: ConversationKey, id: string, facts: SessionFacts): TrackedSession {
    const key = conversationKey(
      this.user.userId,
      conversation.conversationId,
      conversation.agentId,
    );
    const before = this.sessionOf(conversation);
    const session = trackedSession(conversation, {
      ...this.user,
      id,
      before,
      facts,
      nowMs: this.nowMs(),
    });
    if (before !== undefined && before.id !== id) this.overlay.rename(before.id, id);
    if (this.state.sessions.has(id)) {
      this.state.sessions.set(id, session);
      this.overlay.dropSession(key);
    } else {
      this.overlay.putSession(key, session);
    }
    return session;
  }

  /** Reservations of an own session, before the stream shows them. */
  addOwnReservations(
    session: TrackedSession,
    { filePath, places, expiresAt, origin }: OwnReservation,
  ): void {
    const fence = origin.kind === 'granted' ? origin.fence : this.state.seq;
    if (origin.kind === 'granted' && fence <= this.state.seq) return;
    for (const place of places) {
      this.overlay.put({
        ...reservationHolder(session),
        asked: false,
        ...place,
        filePath,
        fence,
        expiresAt,
        origin,
      });
    }
  }

  /** The queued command was answered: its provisional reservations end. */
  commandAnswered(commandKey: string): void {
    this.overlay.commandAnswered(commandKey);
  }

  /** The conversation and its subagents hold nothing any more. */
  release(main: TrackedSession): void {
    for (const { id, conversationId, agentId } of this.family(main)) {
      this.overlay.release(id);
      this.overlay.dropSession(conversationKey(this.user.userId, conversationId, agentId));
    }
  }

  /** SES-3: the subagent ended; what it wrote is its conversation's. */
  handOver(subagent: TrackedSession, heir: TrackedSession): void {
    this.overlay.handOver(subagent.id, heir.id);
  }

  /** The session did not end, nor its subagents with it: what they hold counts as the relay sees it. */
  forgetEnd(conversation: ConversationKey): void {
    const { conversationId, agentId } = conversation;
    this.overlay.forgetEnd(localIdOf(conversation));
    for (const one of this.state.sessions.values()) {
      if (one.userId !== this.user.userId || one.conversationId !== conversationId) continue;
      if (agentId === '' || one.agentId === agentId) this.overlay.forgetEnd(one.id);
    }
  }

  private reconcile(message: ReplicaMessage): void {
    if (message.kind === 'heartbeat') return;
    this.overlay.confirm(this.state.seq);
    if (message.kind === 'snapshot') this.overlay.forgetEnds();
    const opened = this.overlay
      .allSessions()
      .map((session) => [session, conversationKeyOf(session)] as const);
    for (const [session, key] of opened) {
      const id = this.state.conversations.get(key);
      if (id === undefined) continue;
      if (id !== session.id) this.overlay.rename(session.id, id);
      this.overlay.dropSession(key);
    }
    if (message.kind !== 'events') return;
    for (const event of message.events) {
      if (event.type === 'session_ended' || event.type === 'session_started') {
        this.overlay.forgetEnd(event.session_id);
      }
    }
  }
}

function conversationKeyOf({ userId, conversationId, agentId }: TrackedSession): string {
  return conversationKey(userId, conversationId, agentId);
}

function reservationHolder(session: TrackedSession) {
  const { id, userId, userName, conversationId, agentType, task } = session;
  return { sessionId: id, userId, userName, conversationId, agentType, task };
}

interface Opening extends OwnUser {
  readonly id: string;
  readonly before: TrackedSession | undefined;
  readonly facts: SessionFacts;
  readonly nowMs: number;
}

function trackedSession(
  { conversationId, agentId }: ConversationKey,
  { id, userId, userName, before, facts, nowMs }: Opening,
): TrackedSession {
  return {
    id,
    userId,
    userName,
    agentType: facts.agentType === 'unknown' ? (before?.agentType ?? 'unknown') : facts.agentType,
    agentId,
    conversationId,
    task: facts.task ?? before?.task ?? '',
    currentFile: before?.currentFile ?? '',
    branch: facts.branch ?? before?.branch ?? '',
    startedAtMs: before?.startedAtMs ?? nowMs,
    lastHeartbeatMs: nowMs,
    active: true,
    workstream: before?.workstream,
  };
}
