import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { brokenMessage, type ConventionRule } from '../../shared/conventions/rules.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { noSuchWorkspace } from '../access/authorizer.ts';
import { reusedKey } from '../access/command-runner.ts';
import { MustRuleCache } from '../conventions/must-rule-cache.ts';
import type { Call } from '../kernel/handlers.ts';
import type { Handler } from '../store/group-committer.ts';
import type { IdempotencyRecords } from '../store/idempotency.ts';
import type { SessionAnswer, SessionCommand, CommandContext } from './command.ts';
import type { Session } from './queries.ts';
import { loadBatch, SessionCache } from './load-batch.ts';
import { acquireFile, checkWrite, type Acquired } from './writes.ts';
import { endSession } from './end-session.ts';
import { openSession } from './open-session.ts';

/**
 * The hot path of the relay: one batch of session commands in one transaction.
 * Load: locks the workspaces, then reads memberships, sessions, reservations and earlier answers in one round trip.
 * Decide: each command in turn changes the loaded state in memory and appends its events.
 * Save: the changed sessions and reservations are written, each kind by one statement.
 * Cascade: where something was freed, negotiations that are due end and waits are granted (`relay/core.ts`).
 * Append: the group committer writes the appended events and commits; then the answers leave.
 */
export function sessionHandler(
  durations: Durations,
): Handler<SessionCommand, SessionAnswer | Refusal> {
  const caches = { sessions: new SessionCache(), mustRules: new MustRuleCache() };
  return async (transaction, commands) => {
    const batch = await loadBatch(transaction, commands, caches);
    const { sessions, reservations, mustConventions, earlierAnswers, endingInSlices } = batch;
    const atMs = transaction.nowMs + durations.reservationTtlMs;
    const expiry = { atMs, timestamp: toTimestamp(atMs) };
    const freedWorkspaces = new Set<string>();
    const state = { sessions, reservations, mustConventions, endingInSlices };
    const context = { transaction, ...state, expiry, freedWorkspaces };
    const answers = commands.map((command) =>
      batch.isMember(command)
        ? answerOnce(earlierAnswers, command.call, () => decide(context, command))
        : noSuchWorkspace(),
    );
    sessions.save(transaction.connection);
    reservations.save(transaction.connection);
    for (const workspaceId of freedWorkspaces) await transaction.runCascade(workspaceId);
    earlierAnswers.save(transaction);
    caches.sessions.store(transaction, batch.conversations, sessions.all());
    return answers;
  };
}

/** A request that was answered before gets the same answer. Refusals are not kept: the next try may succeed. */
function answerOnce(
  earlierAnswers: IdempotencyRecords,
  { request }: Call,
  run: () => SessionAnswer | Refusal,
): SessionAnswer | Refusal {
  if (request === undefined) return run();
  const earlier = earlierAnswers.find(request);
  if (earlier === 'other_request') return reusedKey();
  if (earlier !== undefined) return earlier.answer as SessionAnswer;
  const answer = run();
  if (!isRefusal(answer)) earlierAnswers.add(request, answer);
  return answer;
}

/** Decides one session command over the loaded state: changes the state, appends the events and returns the answer. */
function decide(context: CommandContext, command: SessionCommand): SessionAnswer | Refusal {
  if (command.effect === 'end') return endSession(context, command);
  const session = openSession(context, command);
  if (isRefusal(session)) return session;
  switch (command.effect) {
    case 'start':
      return { session_id: session.id, additional_context: '' };
    case 'check':
      return checkWrite(context, session, command);
    case 'acquire':
      return acquireFiles(context, session, command);
    case 'prompt':
    case 'heartbeat':
      return { ok: true, session_id: session.id };
  }
}

/** One answer for all files that the event names. CNV-7: it says which rules they break, as the team is told. */
function acquireFiles(
  context: CommandContext,
  session: Session,
  { files }: SessionCommand,
): Acquired {
  const none: Acquired = { ok: true, session_id: session.id, reserved: [], conflicts: [] };
  const rules = new Map<ConventionRule, string[]>();
  const acquired = files.reduce((sum, file) => {
    const { reserved, conflicts, broken, ...others } = acquireFile(context, session, file);
    if (broken !== undefined) rules.set(broken, [...(rules.get(broken) ?? []), file.path]);
    return {
      ...{ ...sum, ...others },
      reserved: [...sum.reserved, ...reserved],
      conflicts: [...sum.conflicts, ...conflicts],
    };
  }, none);
  if (rules.size === 0) return acquired;
  return { ...acquired, message: Array.from(rules, (one) => brokenMessage(...one)).join('\n') };
}
