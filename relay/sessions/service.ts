import { limits } from '../../shared/contract/fields.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import { renderBriefing } from '../../shared/sessions/briefing.ts';
import type {
  HookAnswer,
  HookBody,
  SessionRecord,
  sessionOperations,
} from '../../shared/sessions/contract.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { conversationOf, type Durations } from '../../shared/sessions/rules.ts';
import type { TeamKnowledge } from '../../shared/sync/relevant-knowledge.ts';
import type { TeamWork } from '../../shared/sync/relevant-work.ts';
import { newestEvents } from '../store/event-queries.ts';
import { toReservations } from '../reservations/records.ts';
import {
  selectReservationsNear,
  selectLiveReservations,
  type Surroundings,
} from '../reservations/queries.ts';
import type { Database } from '../store/database.ts';
import type { Handler, GroupCommitter } from '../store/group-committer.ts';
import type { Call, Caller } from '../kernel/call.ts';
import { cutPage, Page, type Handlers } from '../kernel/handlers.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { noSuchWorkspace, type Authorizer } from '../access/authorizer.ts';
import { sessionHandler } from './batch.ts';
import type { SessionAnswer, SessionCommand } from './command.ts';
import { selectActiveSessions } from './queries.ts';
import { toSessions } from './records.ts';
import type { TeamNotifier } from './team-notifier.ts';
import type { SessionRef } from './unit-of-work.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly durations: Durations;
}

/** What other slices read of sessions and holds. */
export interface SessionReader {
  active(workspaceId: string): Promise<SessionRecord[]>;
  reservations(workspaceId: string): Promise<ReservationRecord[]>;
  /** What one session is told: who is active, every hold near its work, and others only as far as they are few. */
  around(
    workspaceId: string,
    near: Surroundings,
  ): Promise<{ sessions: SessionRecord[]; reservations: ReservationRecord[] }>;
}

/** What a briefing is made from. */
interface BriefingReaders {
  readonly sessions: SessionReader;
  readonly knowledge: (workspaceId: string) => Promise<TeamKnowledge>;
  readonly work: (workspaceId: string, caller: Caller) => Promise<TeamWork>;
}

const maxEventsInBriefing = 20;
/** Reading ten thousand holds for an answer that tells twenty would keep every hook waiting. */
const maxNearby = { sessions: 500, near: 500, far: 300 } as const;

export function sessionReader({ database, clock, durations }: SessionDependencies): SessionReader {
  const db = database.reader;
  const holds = (workspaceId: string) =>
    selectLiveReservations(db, workspaceId, { nowMs: clock.now(), limit: limits.boardMax });
  return {
    async active(workspaceId) {
      const sinceMs = clock.now() - durations.sessionTtlMs;
      const page = { sinceMs, limit: limits.boardMax, after: undefined };
      const [rows, held] = await Promise.all([
        selectActiveSessions(db, workspaceId, page),
        holds(workspaceId),
      ]);
      return toSessions(rows, held);
    },
    async reservations(workspaceId) {
      const [held, branches] = await Promise.all([
        holds(workspaceId),
        activeBranches(db, workspaceId),
      ]);
      return toReservations(held, branches, clock.now());
    },
    async around(workspaceId, surroundings) {
      const nowMs = clock.now();
      const page = { sinceMs: nowMs - durations.sessionTtlMs, after: undefined };
      const [rows, near, far, branches] = await Promise.all([
        selectActiveSessions(db, workspaceId, { ...page, limit: maxNearby.sessions }),
        selectReservationsNear(db, workspaceId, { ...surroundings, nowMs, limit: maxNearby.near }),
        selectLiveReservations(db, workspaceId, { nowMs, limit: maxNearby.far }),
        activeBranches(db, workspaceId),
      ]);
      const nearFiles = new Set(near.map((hold) => hold.pathKey));
      const held = [...near, ...far.filter((hold) => !nearFiles.has(hold.pathKey))];
      return {
        sessions: toSessions(rows, held),
        reservations: toReservations(held, branches, nowMs),
      };
    },
  };
}

export function sessionService(
  dependencies: SessionDependencies,
  { news, ...readers }: BriefingReaders & { readonly news: TeamNotifier },
): Handlers<keyof typeof sessionOperations> {
  const { clock, durations, database } = dependencies;
  const handler = sessionHandler(durations);
  const workspaceOf = ({ workspace_slug: slug }: Body) => dependencies.authorizer.resolve({ slug });
  const send = async (call: Call, body: Body): Promise<SessionAnswer | Refusal> => {
    const workspaceId = await workspaceOf(body);
    if (workspaceId === undefined) return noSuchWorkspace();
    return submit(dependencies.committer, handler, { call, body, workspaceId });
  };
  return {
    async hook(body, call) {
      const answer = await send(call, body);
      const workspaceId = await workspaceOf(body);
      if (isRefusal(answer) || workspaceId === undefined) return answer;
      news.begin(workspaceId);
      if (effectOf(body.event) !== 'start') return withNews(news, workspaceId, answer);
      return brief(dependencies, readers, { body, answer, workspaceId, caller: call.caller });
    },
    async heartbeat(body, call) {
      const answer = await send(call, { ...body, event: 'file_check', reference: true });
      if (isRefusal(answer)) return answer;
      const expiresAt = toTimestamp(clock.now() + durations.sessionTtlMs);
      return { ok: true, session_id: answer.session_id ?? '', expires_at: expiresAt };
    },
    async endSession(body, call) {
      const answer = await send(call, { ...body, event: 'sessionEnd', reference: true });
      if (isRefusal(answer)) return answer;
      return { ok: true, session_id: answer.session_id ?? '', released: answer.released ?? [] };
    },
    async listSessions({ id, limit, before }) {
      const sinceMs = clock.now() - durations.sessionTtlMs;
      const [rows, held] = await Promise.all([
        selectActiveSessions(database.reader, id, { sinceMs, limit: limit + 1, after: before }),
        selectLiveReservations(database.reader, id, { nowMs: clock.now(), limit: limits.boardMax }),
      ]);
      const page = cutPage(rows, limit, (row) => row.id);
      return new Page(toSessions(page.rows, held), page.nextCursor);
    },
  };
}

/** A hook body, or the reference to a session that must exist. */
type Body = Pick<HookBody, 'event' | 'workspace_slug'> & Partial<HookBody> & { reference?: true };

async function submit(
  committer: GroupCommitter,
  handler: Handler<SessionCommand, SessionAnswer | Refusal>,
  { call, body, workspaceId }: { call: Call; body: Body; workspaceId: string },
): Promise<SessionAnswer | Refusal> {
  const file = fileOf(body);
  if (isRefusal(file)) return file;
  return committer.submit(handler, {
    workspaceId,
    call,
    effect: effectOf(body.event),
    session: sessionRef(body),
    opens: body.reference === undefined,
    agentType: body.agent_type ?? 'unknown',
    task: body.task,
    branch: body.branch,
    file,
  });
}

/** What waits for the session goes with the answer, beside what that says itself. A decision names no session. */
function withNews(news: TeamNotifier, workspaceId: string, answer: SessionAnswer): HookAnswer {
  const waiting = news.take(workspaceId, answer.session_id ?? '');
  const said = 'message' in answer && answer.message !== undefined ? `${answer.message}\n` : '';
  const told = waiting === undefined ? answer : { ...answer, message: said + waiting };
  if (!('permission' in told)) return told;
  const { session_id: _asked, ...decision } = told;
  return decision;
}

/** SES-1: an id that the relay gave (`sess_...`) names the session itself; anything else is the client's conversation. */
function sessionRef(body: Body): SessionRef {
  const { conversation_id: conversationId, session_id: sessionId = '' } = body;
  if (conversationId === undefined && sessionId.startsWith('sess_')) return { sessionId };
  return conversationOf(body);
}

function fileOf(body: Body): SessionCommand['file'] | Refusal {
  if (body.file_path === undefined) return undefined;
  const path = canonicalPath(body.file_path);
  if (isRefusal(path)) return path;
  const symbols = symbolNamesOf(path, body.symbol_ids);
  return isRefusal(symbols) ? symbols : { path, key: pathKey(path), symbols };
}

interface Started {
  readonly body: HookBody;
  readonly answer: SessionAnswer;
  readonly workspaceId: string;
  readonly caller: Caller;
}

async function brief(
  { database, clock }: SessionDependencies,
  { sessions: reader, knowledge: knowledgeOf, work: workOf }: BriefingReaders,
  { body, answer, workspaceId, caller }: Started,
): Promise<HookAnswer> {
  const sessionId = answer.session_id ?? '';
  const [{ sessions, reservations }, knowledge, work, events] = await Promise.all([
    reader.around(workspaceId, { keys: [], sessionId }),
    knowledgeOf(workspaceId),
    workOf(workspaceId, caller),
    newestEvents(database.reader, workspaceId, maxEventsInBriefing),
  ]);
  const briefing = renderBriefing({
    workspaceName: body.workspace_slug,
    sessionId,
    sessions,
    reservations,
    knowledge,
    work,
    events,
    nowMs: clock.now(),
  });
  return { session_id: sessionId, additional_context: briefing };
}
