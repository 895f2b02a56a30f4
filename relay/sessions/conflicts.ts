import { minutesUntil } from '../../shared/kernel/clock.ts';
import { findForbiddingConvention, type ConventionRule } from '../../shared/conventions/rules.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import type { Conflict } from '../../shared/reservations/rules.ts';
import { toRangeRecord } from '../../shared/reservations/changed-places.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import type { CommandContext } from './command.ts';
import type { Session } from './queries.ts';

/** A symbol that the session writes, and the reservation of another session that blocks it. */
export type WriteConflict = Conflict<ReservationWithHolder>;

interface ConflictOfFile {
  readonly conflict: WriteConflict;
  readonly path: string;
  /** `write_denied`: before the write; `write_raced`: the write has happened. */
  readonly kind: 'write_denied' | 'write_raced';
}

export function appendConflict(
  { transaction }: CommandContext,
  session: Session,
  { conflict, path, kind }: ConflictOfFile,
): void {
  const { symbol, reservation: blocker, lines } = conflict;
  transaction.log.append(session.workspace_id, {
    type: 'conflict_detected',
    file: path,
    symbol_id: symbolIdUnlessWhole(path, symbol),
    by: session.user_name,
    session_id: session.id,
    holder: blocker.userName,
    holder_session_id: blocker.sessionId,
    ...(lines && { lines: toRangeRecord(lines) }),
    kind,
  });
}

/** CNV-1: the convention that forbids a write to this file. */
export function ruleAgainst(
  { mustConventions }: CommandContext,
  { workspace_id: workspaceId }: Session,
  path: string,
): ConventionRule | undefined {
  return findForbiddingConvention(mustConventions.get(workspaceId) ?? [], path);
}

interface ForbiddenWrite {
  readonly rule: ConventionRule;
  readonly path: string;
  /** `write_forbidden`: before the write; `write_raced`: the write has happened. */
  readonly kind: 'write_forbidden' | 'write_raced';
}

/** CNV-1, CNV-7: nobody holds the file, so the event names the convention instead of a holder. */
export function appendForbidden(
  { transaction }: CommandContext,
  session: Session,
  { rule, path, kind }: ForbiddenWrite,
): void {
  transaction.log.append(session.workspace_id, {
    type: 'conflict_detected',
    file: path,
    by: session.user_name,
    session_id: session.id,
    holder: '',
    holder_session_id: '',
    convention: { id: rule.id, title: rule.title },
    convention_id: rule.id,
    kind,
  });
}

export function conflictRecord(
  context: CommandContext,
  path: string,
  { symbol, reservation: blocker, lines }: WriteConflict,
): ConflictRecord {
  return {
    file_path: path,
    symbol_id: symbolIdUnlessWhole(path, symbol),
    held_symbol_id: symbolIdUnlessWhole(path, blocker.symbol),
    ...(lines && { lines: toRangeRecord(lines) }),
    holder: blocker.userName,
    holder_session_id: blocker.sessionId,
    holder_task: currentTaskOf(context, blocker),
    expires_at: toTimestamp(blocker.expiresAt),
    minutes_remaining: minutesUntil(blocker.expiresAt, context.transaction.nowMs),
  };
}

/** The holder's task as it is now: an earlier command of this batch may have changed it. */
export function currentTaskOf(
  { sessions }: CommandContext,
  { sessionId, task }: ReservationWithHolder,
): string {
  return sessions.get(sessionId)?.task ?? task;
}
