import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { TrackedReservation, TrackedSession } from '../../shared/replica/tracked.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';

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
  /** LNK-4: when the event of `seq` was appended, which tells the relay's log from another one; undefined when it is not known. */
  seqAt: string | undefined;
  /** The relay's time when it last spoke; 0 when it never did. */
  heardMs: number;
  workspace: ReplicaSnapshot['workspace'] | undefined;
  conflictPolicy: ConflictPolicy;
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

export const keptEndedSessions = 1_000;

/** RSV-12: what collides where nobody has said it. */
export const defaultPolicy: ConflictPolicy = 'members';

export function emptyState(): WorkspaceState {
  return {
    seq: 0,
    seqAt: undefined,
    heardMs: 0,
    workspace: undefined,
    conflictPolicy: defaultPolicy,
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

export function changeSession(
  state: WorkspaceState,
  id: string,
  change: Partial<TrackedSession>,
): void {
  const session = state.sessions.get(id);
  if (session !== undefined) putSession(state, { ...session, ...change });
}

/** Changed sessions move to the end of the map, so the ended ones that come first are the oldest. */
export function forgetOldSessions(state: WorkspaceState): void {
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
