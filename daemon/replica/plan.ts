import type { EventPayload, LogEvent } from '../../shared/contract/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ReplicaMessage, ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { isLive, symbolsOf, wholeFile, type Hold } from '../../shared/reservations/rules.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';

/** A session of the workspace. One that has ended is kept for a while, because its conversation may still hold. */
export interface TrackedSession {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly agentType: string;
  readonly agentId: string;
  readonly conversationId: string;
  readonly task: string;
  readonly currentFile: string;
  readonly branch: string;
  readonly startedAtMs: number;
  readonly lastHeartbeatMs: number;
  readonly active: boolean;
  /** The slug of the workstream that it joined. */
  readonly workstream?: string | undefined;
}

/** A hold with what a denial tells about its holder. */
export interface TrackedHold extends Hold {
  readonly userId: string;
  readonly userName: string;
  readonly conversationId: string;
  readonly agentType: string;
  readonly task: string;
}

/** What the store must write again. */
export interface PlanChanges {
  readonly everything: boolean;
  readonly sessionIds: ReadonlySet<string>;
  readonly fileKeys: ReadonlySet<string>;
  readonly workstreams: boolean;
}

/**
 * The live state of the workspace as of `seq`: a reading of the relay's log, in memory. `holds` is keyed by `pathKey`,
 * so a hook looks at the holds of its own file only, however many there are.
 */
export interface Plan {
  seq: number;
  workspace: ReplicaSnapshot['workspace'] | undefined;
  readonly sessions: Map<string, TrackedSession>;
  readonly conversations: Map<string, string>;
  readonly holds: Map<string, readonly TrackedHold[]>;
  /** The active ones by slug. */
  readonly workstreams: Map<string, BranchOfWork>;
  /** The newest events, for the briefing. */
  recent: readonly LogEvent[];
  changes: Changes;
}

interface Changes extends PlanChanges {
  everything: boolean;
  readonly sessionIds: Set<string>;
  readonly fileKeys: Set<string>;
  workstreams: boolean;
}

const keptEvents = 40;
const keptEndedSessions = 1_000;

export function emptyPlan(): Plan {
  return {
    seq: 0,
    workspace: undefined,
    sessions: new Map(),
    conversations: new Map(),
    holds: new Map(),
    workstreams: new Map(),
    recent: [],
    changes: noChanges(),
  };
}

function noChanges(): Changes {
  return { everything: false, sessionIds: new Set(), fileKeys: new Set(), workstreams: false };
}

/**
 * Takes in one message of the relay. `gap` means that events are missing and a snapshot must be asked for; nothing of
 * such a message is applied.
 */
export function applyMessage(plan: Plan, message: ReplicaMessage): 'applied' | 'gap' {
  switch (message.kind) {
    case 'snapshot':
      replaceBy(plan, message.state, { seq: message.seq, nowMs: message.now });
      return 'applied';
    case 'heartbeat':
      return message.seq > plan.seq ? 'gap' : 'applied';
    case 'events':
      return applyEvents(plan, message.events);
  }
}

/** The changes since they were last taken. */
export function takeChanges(plan: Plan): PlanChanges {
  const taken = plan.changes;
  plan.changes = noChanges();
  return taken;
}

/** SES-1: a conversation is one user's; a subagent is one of its own. */
export function conversationKey(userId: string, conversationId: string, agentId: string): string {
  return `${userId}\n${conversationId}\n${agentId}`;
}

export function putSession(plan: Plan, session: TrackedSession): void {
  plan.sessions.delete(session.id);
  plan.sessions.set(session.id, session);
  const { userId, conversationId, agentId } = session;
  plan.conversations.set(conversationKey(userId, conversationId, agentId), session.id);
  plan.changes.sessionIds.add(session.id);
}

export function putHolds(plan: Plan, fileKey: string, holds: readonly TrackedHold[]): void {
  if (holds.length === 0) plan.holds.delete(fileKey);
  else plan.holds.set(fileKey, holds);
  plan.changes.fileKeys.add(fileKey);
}

/** Own sessions that the snapshot no longer lists have ended; their conversations may come back. */
function replaceBy(
  plan: Plan,
  state: ReplicaSnapshot,
  { seq, nowMs }: { seq: number; nowMs: number },
): void {
  const before = [...plan.sessions.values()].map((session) => ({ ...session, active: false }));
  plan.sessions.clear();
  plan.conversations.clear();
  plan.holds.clear();
  for (const session of before.slice(-keptEndedSessions)) putSession(plan, session);
  for (const record of state.sessions) putSession(plan, toTrackedSession(record));
  replaceWorkstreams(plan, state);
  for (const record of state.reservations) {
    for (const hold of toTrackedHolds(record)) {
      addHold(plan, hold, nowMs);
    }
  }
  plan.seq = seq;
  plan.workspace = state.workspace;
  plan.changes.everything = true;
}

function replaceWorkstreams(plan: Plan, { workstreams }: ReplicaSnapshot): void {
  plan.workstreams.clear();
  for (const { sessions, ...one } of workstreams) {
    plan.workstreams.set(one.slug, one);
    for (const id of sessions) changeSession(plan, id, { workstream: one.slug });
  }
}

function applyEvents(plan: Plan, events: readonly LogEvent[]): 'applied' | 'gap' {
  const news = events.filter((event) => event.seq > plan.seq);
  if (news.some((event, index) => event.seq !== plan.seq + index + 1)) return 'gap';
  for (const event of news) applyEvent(plan, event);
  plan.recent = [...plan.recent, ...news].slice(-keptEvents);
  return 'applied';
}

function applyEvent(plan: Plan, event: LogEvent): void {
  plan.seq = event.seq;
  switch (event.type) {
    case 'session_started':
      return putSession(plan, startedSession(event));
    case 'session_updated':
      return changeSession(plan, event.session_id, {
        task: event.task,
        branch: event.branch,
        currentFile: event.current_file,
        lastHeartbeatMs: Date.parse(event.at),
      });
    case 'session_ended':
      changeSession(plan, event.session_id, { active: false });
      return forgetOldSessions(plan);
    case 'file_reserved':
      return reserve(plan, event);
    case 'file_released':
      return release(plan, event);
    case 'workspace_renamed':
      if (plan.workspace !== undefined) plan.workspace = { ...plan.workspace, name: event.name };
      return;
    case 'workstream_started':
    case 'workstream_changed':
      putWorkstream(plan, event.workstream);
      if (event.type === 'workstream_started')
        moveSession(plan, event.session_id, event.workstream.slug);
      return;
    case 'workstream_joined':
      return moveSession(plan, event.session_id, event.workstream.slug);
    case 'workstream_left':
      return moveSession(plan, event.session_id, undefined);
    case 'workstream_ended':
      plan.workstreams.delete(event.workstream.slug);
      plan.changes.workstreams = true;
      return;
    default:
      return;
  }
}

/** Only a private one is told without its title. */
function putWorkstream(
  plan: Plan,
  { slug, branch, title }: EventPayload<'workstream_changed'>['workstream'],
): void {
  plan.workstreams.set(slug, { slug, branch, visibility: title === '' ? 'private' : 'team' });
  plan.changes.workstreams = true;
}

/** WST-2: a conversation takes its subagents along; a subagent goes alone. */
function moveSession(plan: Plan, id: string, workstream: string | undefined): void {
  const moved = plan.sessions.get(id);
  if (moved === undefined) return;
  changeSession(plan, id, { workstream });
  if (moved.agentId !== '') return;
  for (const { id: other, userId, conversationId } of [...plan.sessions.values()]) {
    if (userId !== moved.userId || conversationId !== moved.conversationId) continue;
    if (other !== id) changeSession(plan, other, { workstream });
  }
}

function startedSession(event: EventPayload<'session_started'> & { at: string }): TrackedSession {
  return {
    id: event.session_id,
    userId: event.user_id,
    userName: event.user,
    agentType: event.agent_type,
    agentId: event.agent_id,
    conversationId: event.conversation_id,
    task: event.task,
    currentFile: '',
    branch: event.branch,
    startedAtMs: Date.parse(event.at),
    lastHeartbeatMs: Date.parse(event.at),
    active: true,
    workstream: event.workstream,
  };
}

function changeSession(plan: Plan, id: string, change: Partial<TrackedSession>): void {
  const session = plan.sessions.get(id);
  if (session !== undefined) putSession(plan, { ...session, ...change });
}

/** Changed sessions move to the end of the map, so the ended ones that are met first are the oldest. */
function forgetOldSessions(plan: Plan): void {
  if (plan.sessions.size <= keptEndedSessions) return;
  let ended = [...plan.sessions.values()].filter((session) => !session.active);
  ended = ended.slice(0, Math.max(0, ended.length - keptEndedSessions));
  for (const { id, userId, conversationId, agentId } of ended) {
    plan.sessions.delete(id);
    plan.changes.sessionIds.add(id);
    const key = conversationKey(userId, conversationId, agentId);
    if (plan.conversations.get(key) === id) plan.conversations.delete(key);
  }
}

type Reserved = Extract<LogEvent, { type: 'file_reserved' }>;
type Released = Extract<LogEvent, { type: 'file_released' }>;

function reserve(plan: Plan, event: Reserved): void {
  const session = plan.sessions.get(event.session_id);
  const expiresAt = Date.parse(event.expires_at);
  for (const symbol of symbolNames(event.file, event.symbols)) {
    const hold = {
      filePath: event.file,
      symbol,
      sessionId: event.session_id,
      fence: event.seq,
      expiresAt,
      userId: session?.userId ?? '',
      userName: event.by,
      conversationId: session?.conversationId ?? '',
      agentType: session?.agentType ?? '',
      task: event.task,
    };
    addHold(plan, hold, Date.parse(event.at));
  }
  if (session !== undefined) {
    putSession(plan, {
      ...session,
      currentFile: event.file,
      lastHeartbeatMs: Date.parse(event.at),
    });
  }
}

/**
 * RSV-7: one hold per symbol. A whole-file hold takes the place of its session's symbol holds, and a hold that is
 * extended keeps the fence at which it began.
 */
function addHold(plan: Plan, hold: TrackedHold, nowMs: number): void {
  const key = pathKey(hold.filePath);
  const before = (plan.holds.get(key) ?? []).filter((other) => isLive(other, nowMs));
  const same = before.find((other) => other.symbol === hold.symbol);
  const extended = same?.sessionId === hold.sessionId ? { ...hold, fence: same.fence } : hold;
  const others = before.filter(
    (other) =>
      other.symbol !== hold.symbol &&
      !(hold.symbol === wholeFile && other.sessionId === hold.sessionId),
  );
  putHolds(plan, key, [...others, extended]);
}

function release(plan: Plan, event: Released): void {
  const key = pathKey(event.file);
  const symbols = symbolNames(event.file, event.symbols);
  const before = plan.holds.get(key) ?? [];
  const kept = before.filter(
    (hold) => hold.sessionId !== event.session_id || !symbols.includes(hold.symbol),
  );
  putHolds(plan, key, kept);
}

function symbolNames(path: string, ids: readonly string[]): readonly string[] {
  const names = symbolsOf(path, ids);
  return isRefusal(names) ? [] : names;
}

function toTrackedSession(record: SessionRecord): TrackedSession {
  return {
    id: record.id,
    userId: record.user_id,
    userName: record.user_name,
    agentType: record.agent_type,
    agentId: record.agent_id ?? '',
    conversationId: record.conversation_id,
    task: record.current_task,
    currentFile: record.current_file,
    branch: record.branch,
    startedAtMs: Date.parse(record.started_at),
    lastHeartbeatMs: Date.parse(record.last_heartbeat),
    active: true,
  };
}

function toTrackedHolds(record: ReservationRecord): TrackedHold[] {
  return symbolNames(record.file_path, record.symbol_ids).map((symbol) => ({
    filePath: record.file_path,
    symbol,
    sessionId: record.session_id,
    fence: record.fence,
    expiresAt: Date.parse(record.expires_at),
    userId: record.user_id,
    userName: record.user_name,
    conversationId: record.conversation_id,
    agentType: record.agent_type,
    task: record.current_task,
  }));
}
