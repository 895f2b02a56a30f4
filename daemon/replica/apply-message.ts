import type { EventPayload, LogEvent } from '../../shared/contract/events/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import type { ReplicaMessage, ReplicaSnapshot } from '../../shared/replica/contract.ts';
import { toTrackedReservations, toTrackedSession } from '../../shared/replica/tracked.ts';
import { ReservationsDraft } from '../../shared/replica/reservations-draft.ts';
import { changeBy } from '../../shared/replica/work.ts';
import {
  changeSession,
  defaultPolicy,
  forgetOldSessions,
  keptEndedSessions,
  putReservations,
  putSession,
  type WorkspaceState,
} from './workspace-state.ts';

type Snapshot = Extract<ReplicaMessage, { kind: 'snapshot' }>;

const keptEvents = 40;

/**
 * Takes in one message of the relay. `gap` means that events are missing and a snapshot must be asked for; nothing of
 * such a message is applied.
 */
export function applyMessage(state: WorkspaceState, message: ReplicaMessage): 'applied' | 'gap' {
  switch (message.kind) {
    case 'snapshot':
      replaceBy(state, message.state, message);
      return 'applied';
    case 'heartbeat':
      // Less than is known here: the relay's log is another one, or not all that was taken was true (LNK-4).
      return message.seq === state.seq ? 'applied' : 'gap';
    case 'events':
      return applyEvents(state, message.events);
    default:
      // LNK-2: a later relay may send more kinds.
      return 'applied';
  }
}

/** Own sessions that the snapshot no longer lists have ended; their conversations may come back. */
function replaceBy(
  state: WorkspaceState,
  snapshot: ReplicaSnapshot,
  { seq, at, now: nowMs }: Pick<Snapshot, 'seq' | 'at' | 'now'>,
): void {
  const before = [...state.sessions.values()].map((session) => ({ ...session, active: false }));
  state.sessions.clear();
  state.conversations.clear();
  state.reservations.clear();
  for (const session of before.slice(-keptEndedSessions)) putSession(state, session);
  for (const record of snapshot.sessions) putSession(state, toTrackedSession(record));
  replaceWorkstreams(state, snapshot);
  const reservations = new ReservationsDraft(state.reservations);
  for (const one of snapshot.reservations.flatMap(toTrackedReservations))
    reservations.put(pathKey(one.filePath), one, nowMs);
  takeReservations(state, reservations);
  state.seq = seq;
  state.seqAt = at;
  state.workspace = snapshot.workspace;
  state.conflictPolicy = snapshot.workspace.conflict_policy ?? defaultPolicy;
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
  const reservations = new ReservationsDraft(state.reservations);
  for (const event of unseen) applyEvent(state, event, reservations);
  takeReservations(state, reservations);
  if (unseen.some(({ type }) => type === 'session_ended')) forgetOldSessions(state);
  state.recent = [...state.recent, ...unseen].slice(-keptEvents);
  return 'applied';
}

function takeReservations(state: WorkspaceState, draft: ReservationsDraft): void {
  for (const [key, reservations] of draft.changed()) putReservations(state, key, reservations);
}

function applyEvent(state: WorkspaceState, event: LogEvent, reservations: ReservationsDraft): void {
  state.seq = event.seq;
  state.seqAt = event.at;
  const session = changeBy(event, { sessions: state.sessions, reservations });
  if (session !== undefined) putSession(state, session);
  switch (event.type) {
    case 'workspace_renamed':
      if (state.workspace !== undefined) state.workspace = { ...state.workspace, name: event.name };
      return;
    case 'workspace_changed':
      state.conflictPolicy = event.conflict_policy;
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
