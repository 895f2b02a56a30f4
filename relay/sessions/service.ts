import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { HookAnswer, sessionOperations } from '../../shared/sessions/contract.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { noSuchWorkspace } from '../access/authorizer.ts';
import { type Call, cutPage, Page, type Handlers } from '../kernel/handlers.ts';
import { idCursorOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { selectReservedFiles } from '../reservations/live-queries.ts';
import { sessionHandler } from './batch.ts';
import { briefingOf, type BriefingSources } from './briefing.ts';
import { type SessionAnswer, commandOf, type SessionBody } from './command.ts';
import { ofEnding, releaseInSlices } from './expiry.ts';
import { stillEnding } from './open-session.ts';
import { selectActiveSessions } from './queries.ts';
import { toSessions } from './records.ts';
import type { TeamNotifier } from './team-notifier.ts';

export interface SessionDependencies extends ServiceDependencies, BriefingSources {
  readonly notifier: TeamNotifier;
}

export function sessionService(
  dependencies: SessionDependencies,
): Handlers<keyof typeof sessionOperations> {
  const { database, committer, authorizer, clock, durations, notifier } = dependencies;
  const handler = sessionHandler(durations);
  const workspaceOf = ({ workspace_slug: slug }: SessionBody) => authorizer.resolve({ slug });
  const send = async (call: Call, body: SessionBody): Promise<SessionAnswer | Refusal> => {
    const workspaceId = await workspaceOf(body);
    if (workspaceId === undefined) return noSuchWorkspace();
    const command = commandOf(workspaceId, call, body);
    if (isRefusal(command)) return command;
    const answer = await committer.submit(handler, command);
    if (answer !== stillEnding) return answer;
    await releaseInSlices(committer, ofEnding, { workspaceId });
    return committer.submit(handler, command);
  };
  return {
    async hook(body, call) {
      const answer = await send(call, body);
      const workspaceId = await workspaceOf(body);
      if (isRefusal(answer) || workspaceId === undefined) return answer;
      notifier.start(workspaceId);
      const { session_id: sessionId = '' } = answer;
      if (effectOf(body.event) !== 'start')
        return withNotifications(answer, notifier.take(workspaceId, sessionId));
      const { workspace_slug: workspaceSlug } = body;
      const started = { workspaceId, workspaceSlug, sessionId, caller: call.caller };
      return { session_id: sessionId, additional_context: await briefingOf(dependencies, started) };
    },
    async heartbeat(body, call) {
      const answer = await send(call, { ...body, event: 'file_check', mustExist: true });
      if (isRefusal(answer)) return answer;
      const expiresAt = toTimestamp(clock.now() + durations.sessionTtlMs);
      return { ok: true, session_id: answer.session_id ?? '', expires_at: expiresAt };
    },
    async endSession(body, call) {
      const answer = await send(call, { ...body, event: 'sessionEnd', mustExist: true });
      if (isRefusal(answer)) return answer;
      return {
        ok: true,
        session_id: answer.session_id ?? '',
        released: 'released' in answer ? answer.released : [],
      };
    },
    async listSessions({ id, limit, before }) {
      const after = idCursorOf(before, 'session');
      if (isRefusal(after)) return after;
      const nowMs = clock.now();
      const sinceMs = nowMs - durations.sessionTtlMs;
      const page = { sinceMs, limit: limit + 1, after };
      const sessions = await selectActiveSessions(database.reader, id, page);
      const { rows, nextCursor } = cutPage(sessions, limit, (row) => row.id);
      const ends = { first: rows[0]?.id ?? '', last: rows.at(-1)?.id ?? '' };
      const files = await selectReservedFiles(database.reader, id, { nowMs, ...ends });
      return new Page(toSessions(rows, files), nextCursor);
    },
  };
}

/** Adds the notifications to the answer's own message, and leaves the session id out of a permission, as the contract does. */
function withNotifications(answer: SessionAnswer, notifications: string | undefined): HookAnswer {
  const own = 'message' in answer && answer.message !== undefined ? `${answer.message}\n` : '';
  const full = notifications === undefined ? answer : { ...answer, message: own + notifications };
  if (!('permission' in full)) return full;
  const { session_id: _sessionId, ...permission } = full;
  return permission;
}
