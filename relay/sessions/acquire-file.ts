import { linesOnly } from '../../shared/reservations/places.ts';
import { acquire, toldConflicts } from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { optionsOf } from '../reservations/options.ts';
import { grantReservations } from '../reservations/grant.ts';
import type { CommandContext, SessionAnswer, SessionCommand } from './command.ts';
import { appendConflict, appendForbidden, conflictRecord, ruleAgainst } from './conflicts.ts';
import type { Session } from './queries.ts';

/**
 * RSV-1, RSV-2, RSV-6: after a write, reserves the written symbols that are free and reports those that are not. CNV-7: the team is
 * told of a write that a rule forbids, once while the session holds something of the file.
 */
export function acquireFile(
  context: CommandContext,
  session: Session,
  { file }: SessionCommand,
): SessionAnswer {
  const ok = true as const;
  const session_id = session.id;
  if (file === undefined) return { ok, session_id, reserved: [], conflicts: [] };
  const { transaction, reservations, expiry } = context;
  const { workspace_id: workspaceId } = session;
  const before = reservations.reservationsOf(workspaceId, file.key);
  const isFirst = !before.some(({ sessionId }) => sessionId === session.id);
  if (isFirst) tellRule(context, session, file.path);
  const request = { sessionId: session.id, places: file.places };
  const { granted, conflicts, absorbed } = acquire(
    before,
    request,
    optionsOf(transaction, workspaceId),
  );
  const found = conflicts.map((conflict) => ({
    conflict,
    record: conflictRecord(context, file.path, conflict),
  }));
  const records = found.map(({ record }) => record);
  const told = new Set(toldConflicts(records));
  for (const { conflict, record } of found)
    if (told.has(record))
      appendConflict(context, session, { conflict, path: file.path, kind: 'write_raced' });
  if (granted.length === 0) return { ok, session_id, reserved: [], conflicts: records };
  for (const reservation of absorbed) reservations.remove(reservation);
  const holder = holderOf(session);
  const fence = grantReservations(transaction, reservations, {
    workspaceId,
    holder,
    file,
    places: granted,
    expiry,
  });
  const reserved = granted.flatMap(({ symbol }) =>
    symbol === linesOnly ? [] : [symbolIdUnlessWhole(file.path, symbol) ?? file.path],
  );
  return { ok, session_id, reserved, conflicts: records, fence, expires_at: expiry.timestamp };
}

/** CNV-7 */
function tellRule(context: CommandContext, session: Session, path: string): void {
  const rule = ruleAgainst(context, session, path);
  if (rule !== undefined) appendForbidden(context, session, { rule, path, kind: 'write_raced' });
}

function holderOf(session: Session) {
  return {
    sessionId: session.id,
    userId: session.user_id,
    userName: session.user_name,
    conversationId: session.conversation_id,
    agentType: session.agent_type,
    task: session.task,
  };
}
