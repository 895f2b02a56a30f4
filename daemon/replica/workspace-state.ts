import type { EventPayload, LogEvent } from '../../shared/contract/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ReplicaMessage, ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { isLive, wholeFile, type Reservation } from '../../shared/reservations/rules.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';

/** A session of the workspace. One that has ended is kept for a while: its conversation may come back. */
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

/** A reservation with what a denial says about its holder. */
export interface TrackedReservation extends Reservation {
  readonly userId: string;
  readonly userName: string;
  readonly conversationId: string;
  readonly agentType: string;
  readonly task: string;
}

/** What the store must write again. */
export interface StateChanges {
  readonly everything: boolean;
  readonly sessionIds: ReadonlySet<string>;
  readonly fileKeys: ReadonlySet<string>;
  readonly workstreams: boolean;
}

/**
 * The live state of the workspace as of `seq`: a reading of the relay's log, in memory. `reservations` is keyed by `pathKey`,
 * so a hook looks at the reservations of its own file only, however many there are.
 */
export interface WorkspaceState {
  seq: number;
  workspace: ReplicaSnapshot['workspace'] | undefined;
  readonly sessions: Map<string, TrackedSession>;
  readonly conversations: Map<string, string>;
  readonly reservations: Map<string, readonly TrackedReservation[]>;
  /** The active ones by slug. */
  readonly workstreams: Map<string, BranchOfWork>;
  /** The newest events, for the briefing. */
  recent: readonly LogEvent[];
  changes: PendingChanges;
}

interface PendingChanges extends StateChanges {
  everything: boolean;
  readonly sessionIds: Set<string>;
  readonly fileKeys: Set<string>;
  workstreams: boolean;
}

const keptEvents = 40;
const keptEndedSessions = 1_000;

export function emptyState(): WorkspaceState {
  return {
    seq: 0,
    workspace: undefined,
    sessions: new Map(),
    conversations: new Map(),
    reservations: new Map(),
    workstreams: new Map(),
    recent: [],
    changes: noChanges(),
  };
}

function noChanges(): PendingChanges {
  return { everything: false, sessionIds: new Set(), fileKeys: new Set(), workstreams: false };
}

/**
 * Takes in one message of the relay. `gap` means that events are missing and a snapshot must be asked for; nothing of
 * such a message is applied.
 */
export function applyMessage(state: WorkspaceState, message: ReplicaMessage): 'applied' | 'gap' {
  switch (message.kind) {
    case 'snapshot':
      replaceBy(state, message.state, { seq: message.seq, nowMs: message.now });
      return 'applied';
    case 'heartbeat':
      return message.seq > state.seq ? 'gap' : 'applied';
    case 'events':
      return applyEvents(state, message.events);
  }
}

/** The changes since they were last taken. */
export function takeChanges(state: WorkspaceState): StateChanges {
  const taken = state.changes;
  state.changes = noChanges();
  return taken;
}

/** SES-1: a conversation is one user's; a subagent is one of its own. */
export function conversationKey(userId: string, conversationId: string, agentId: string): string {
  return `${userId}\n${conversationId}\n${agentId}`;
}

export function putSession(state: WorkspaceState, session: TrackedSession): void {
  state.sessions.delete(session.id);
  state.sessions.set(session.id, session);
  const { userId, conversationId, agentId } = session;
  state.conversations.set(conversationKey(userId, conversationId, agentId), session.id);
  state.changes.sessionIds.add(session.id);
}

export function putReservations(
  state: WorkspaceState,
  fileKey: string,
  reservations: readonly TrackedReservation[],
): void {
  if (reservations.length === 0) state.reservations.delete(fileKey);
  else state.reservations.set(fileKey, reservations);
  state.changes.fileKeys.add(fileKey);
}

/** Own sessions that the snapshot no longer lists have ended; their conversations may come back. */
function replaceBy(
  state: WorkspaceState,
  snapshot: ReplicaSnapshot,
  { seq, nowMs }: { seq: number; nowMs: number },
): void {
  const before = [...state.sessions.values()].map((session) => ({ ...session, active: false }));
  state.sessions.clear();
  state.conversations.clear();
  state.reservations.clear();
  for (const session of before.slice(-keptEndedSessions)) putSession(state, session);
  for (const record of snapshot.sessions) putSession(state, toTrackedSession(record));
  replaceWorkstreams(state, snapshot);
  for (const record of snapshot.reservations) {
    for (const reservation of toTrackedReservations(record)) {
      addReservation(state, reservation, nowMs);
    }
  }
  state.seq = seq;
  state.workspace = snapshot.workspace;
  state.changes.everything = true;
}

function replaceWorkstreams(state: WorkspaceState, { workstreams }: ReplicaSnapshot): void {
  state.workstreams.clear();
  for (const { sessions, ...one } of workstreams) {
    state.workstreams.set(one.slug, one);
    for (const id of sessions) changeSession(state, id, { workstream: one.slug });
  }
}

function applyEvents(state: WorkspaceState, events: readonly LogEvent[]): 'applied' | 'gap' {
  const unseen = events.filter((event) => event.seq > state.seq);
  if (unseen.some((event, index) => event.seq !== state.seq + index + 1)) return 'gap';
  for (const event of unseen) applyEvent(state, event);
  state.recent = [...state.recent, ...unseen].slice(-keptEvents);
  return 'applied';
}

function applyEvent(state: WorkspaceState, event: LogEvent): void {
  state.seq = event.seq;
  switch (event.type) {
    case 'session_started':
      return putSession(state, startedSession(event));
    case 'session_updated':
      return changeSession(state, event.session_id, {
        task: event.task,
        branch: event.branch,
        currentFile: event.current_file,
        lastHeartbeatMs: Date.parse(event.at),
      });
    case 'session_ended':
      changeSession(state, event.session_id, { active: false });
      return forgetOldSessions(state);
    case 'file_reserved':
      return reserve(state, event);
    case 'file_released':
      return release(state, event);
    case 'workspace_renamed':
      if (state.workspace !== undefined) state.workspace = { ...state.workspace, name: event.name };
      return;
    case 'workstream_started':
    case 'workstream_changed':
      putWorkstream(state, event.workstream);
      if (event.type === 'workstream_started')
        moveSession(state, event.session_id, event.workstream.slug);
      return;
    case 'workstream_joined':
      return moveSession(state, event.session_id, event.workstream.slug);
    case 'workstream_left':
      return moveSession(state, event.session_id, undefined);
    case 'workstream_ended':
      state.workstreams.delete(event.workstream.slug);
      state.changes.workstreams = true;
      return;
    default:
      return;
  }
}

/** Only the event of a private one has no title. */
function putWorkstream(
  state: WorkspaceState,
  { slug, branch, title }: EventPayload<'workstream_changed'>['workstream'],
): void {
  state.workstreams.set(slug, { slug, branch, visibility: title === '' ? 'private' : 'team' });
  state.changes.workstreams = true;
}

/** WST-2: a conversation takes its subagents along; a subagent goes alone. */
function moveSession(state: WorkspaceState, id: string, workstream: string | undefined): void {
  const moved = state.sessions.get(id);
  if (moved === undefined) return;
  changeSession(state, id, { workstream });
  if (moved.agentId !== '') return;
  for (const { id: other, userId, conversationId } of [...state.sessions.values()]) {
    if (userId !== moved.userId || conversationId !== moved.conversationId) continue;
    if (other !== id) changeSession(state, other, { workstream });
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

function changeSession(state: WorkspaceState, id: string, change: Partial<TrackedSession>): void {
  const session = state.sessions.get(id);
  if (session !== undefined) putSession(state, { ...session, ...change });
}

/** Changed sessions move to the end of the map, so the ended ones that come first are the oldest. */
function forgetOldSessions(state: WorkspaceState): void {
  if (state.sessions.size <= keptEndedSessions) return;
  let ended = [...state.sessions.values()].filter((session) => !session.active);
  ended = ended.slice(0, Math.max(0, ended.length - keptEndedSessions));
  for (const { id, userId, conversationId, agentId } of ended) {
    state.sessions.delete(id);
    state.changes.sessionIds.add(id);
    const key = conversationKey(userId, conversationId, agentId);
    if (state.conversations.get(key) === id) state.conversations.delete(key);
  }
}

type Reserved = Extract<LogEvent, { type: 'file_reserved' }>;
type Released = Extract<LogEvent, { type: 'file_released' }>;

function reserve(state: WorkspaceState, event: Reserved): void {
  const session = state.sessions.get(event.session_id);
  const expiresAt = Date.parse(event.expires_at);
  for (const symbol of symbolNames(event.file, event.symbols)) {
    const reservation = {
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
    addReservation(state, reservation, Date.parse(event.at));
  }
  if (session !== undefined) {
    putSession(state, {
      ...session,
      currentFile: event.file,
      lastHeartbeatMs: Date.parse(event.at),
    });
  }
}

/**
 * RSV-7: one reservation per symbol. A whole-file reservation replaces the symbol reservations of its session. An
 * extended reservation keeps the fence at which it began.
 */
function addReservation(
  state: WorkspaceState,
  reservation: TrackedReservation,
  nowMs: number,
): void {
  const key = pathKey(reservation.filePath);
  const before = (state.reservations.get(key) ?? []).filter((other) => isLive(other, nowMs));
  const same = before.find((other) => other.symbol === reservation.symbol);
  const extended =
    same?.sessionId === reservation.sessionId ? { ...reservation, fence: same.fence } : reservation;
  const others = before.filter(
    (other) =>
      other.symbol !== reservation.symbol &&
      !(reservation.symbol === wholeFile && other.sessionId === reservation.sessionId),
  );
  putReservations(state, key, [...others, extended]);
}

function release(state: WorkspaceState, event: Released): void {
  const key = pathKey(event.file);
  const symbols = symbolNames(event.file, event.symbols);
  const before = state.reservations.get(key) ?? [];
  const kept = before.filter(
    (reservation) =>
      reservation.sessionId !== event.session_id || !symbols.includes(reservation.symbol),
  );
  putReservations(state, key, kept);
}

function symbolNames(path: string, ids: readonly string[]): readonly string[] {
  const names = symbolNamesOf(path, ids);
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

function toTrackedReservations(record: ReservationRecord): TrackedReservation[] {
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
