import { linesOnly } from '../../shared/reservations/places.ts';
import {
  acquire,
  toldConflicts,
  conflictsOf,
  type Conflict,
} from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { optionsOf, grantReservations } from '../reservations/grant.ts';
import type { CommandContext, SessionAnswer, SessionCommand, WrittenFile } from './command.ts';
import type { Session } from './queries.ts';
import { holderFrom } from './records.ts';
import {
  forbiddenMessage,
  type ConventionRule,
  findForbiddingConvention,
} from '../../shared/conventions/rules.ts';
import { blockedBy, type Blocked } from '../../shared/reservations/also-held.ts';
import { denialMessage, ofSamePerson } from '../../shared/reservations/denial.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { toRangeRecord } from '../../shared/reservations/changed-places.ts';

/** What an event has reserved. */
export interface Acquired {
  readonly ok: true;
  readonly session_id: string;
  readonly reserved: string[];
  readonly conflicts: ConflictRecord[];
  readonly fence?: number;
  readonly expires_at?: string;
  readonly message?: string;
}

/**
 * RSV-1, RSV-2, RSV-6: after a write, reserves the written symbols that are free and reports those that are not. CNV-7: the team is
 * told of a write that a rule forbids, once while the session holds something of the file.
 */
export function acquireFile(
  context: CommandContext,
  session: Session,
  file: WrittenFile,
): Acquired & { readonly broken?: ConventionRule | undefined } {
  const { transaction, reservations, expiry } = context;
  const { workspace_id: workspaceId } = session;
  const before = reservations.reservationsOf(workspaceId, file.key);
  const isFirst = !before.some(({ sessionId }) => sessionId === session.id);
  const broken = isFirst ? tellRule(context, session, file.path) : undefined;
  const request = { sessionId: session.id, places: file.places };
  const { granted, conflicts, absorbed } = acquire(
    before,
    request,
    optionsOf(transaction, workspaceId),
  );
  const records = conflicts.map((conflict) => conflictRecord(context, file.path, conflict));
  for (const told of toldConflicts(records))
    appendConflict(context, session, { ...told, kind: 'write_raced' });
  const base = { ok: true as const, session_id: session.id, conflicts: records, broken };
  if (granted.length === 0) return { ...base, reserved: [] };
  for (const reservation of absorbed) reservations.remove(reservation);
  const holder = holderFrom(session);
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
  return { ...base, reserved, fence, expires_at: expiry.timestamp };
}

/** CNV-7: tells the team which rule was broken. */
function tellRule(context: CommandContext, session: Session, path: string) {
  const rule = ruleAgainst(context, session, path);
  if (rule !== undefined) appendForbidden(context, session, { rule, path, kind: 'write_raced' });
  return rule;
}

/** CNV-1, RSV-4, RSV-5: says whether the write may go ahead, in all files that it names. Acquires nothing. */
export function checkWrite(
  context: CommandContext,
  session: Session,
  { files, deniedBy }: SessionCommand,
): SessionAnswer {
  for (const file of files) {
    const denial = denialIn(context, session, { file, deniedBy });
    if (denial !== undefined) return denial;
  }
  return { permission: 'allow', session_id: session.id };
}

function denialIn(
  context: CommandContext,
  session: Session,
  { file, deniedBy }: { file: WrittenFile; deniedBy: string | undefined },
): SessionAnswer | undefined {
  const rule = ruleAgainst(context, session, file.path);
  if (rule !== undefined) return forbid(context, session, { rule, path: file.path });
  const reservations = context.reservations.reservationsOf(session.workspace_id, file.key);
  const request = { sessionId: session.id, places: file.places };
  const options = optionsOf(context.transaction, session.workspace_id);
  // RSV-21: beside its holder alone nothing that the session holds itself lets the write pass.
  const named = reservations.filter(({ sessionId }) => sessionId === deniedBy);
  const blocked =
    blockedBy(conflictsOf(named, request, options)) ??
    blockedBy(conflictsOf(reservations, request, options));
  return blocked && deny(context, session, { ...blocked, path: file.path });
}

/** RSV-9 */
function deny(
  context: CommandContext,
  session: Session,
  { conflict, alsoHeld, path }: Blocked<ReservationWithHolder> & { readonly path: string },
): SessionAnswer {
  const record = conflictRecord(context, path, conflict);
  appendConflict(context, session, { ...record, kind: 'write_denied' });
  const { reservation: blocker } = conflict;
  const denial = {
    filePath: blocker.filePath,
    otherName: blocker.filePath === path ? undefined : path,
    symbol: conflict.symbol,
    heldSymbol: blocker.symbol,
    lines: conflict.lines,
    holder: blocker.userName,
    relation: blocker.userId === session.user_id ? ofSamePerson : undefined,
    holderSessionId: blocker.sessionId,
    sessionId: session.id,
    task: currentTaskOf(context, blocker),
    expiresAt: blocker.expiresAt,
    alsoHeld,
  };
  const message = denialMessage(denial, context.transaction.nowMs);
  return { permission: 'deny', message, session_id: session.id };
}

/** CNV-1 */
function forbid(
  context: CommandContext,
  session: Session,
  { rule, path }: { rule: ConventionRule; path: string },
): SessionAnswer {
  appendForbidden(context, session, { rule, path, kind: 'write_forbidden' });
  return { permission: 'deny', message: forbiddenMessage(rule, path), session_id: session.id };
}

/** A symbol that the session writes, and the reservation of another session that blocks it. */
type WriteConflict = Conflict<ReservationWithHolder>;

interface DetectedConflict extends Pick<
  ConflictRecord,
  'file_path' | 'symbol_id' | 'lines' | 'holder' | 'holder_session_id'
> {
  /** `write_denied`: before the write; `write_raced`: the write has happened. */
  readonly kind: 'write_denied' | 'write_raced';
}

function appendConflict(
  { transaction }: CommandContext,
  session: Session,
  { file_path: file, symbol_id, lines, holder, holder_session_id, kind }: DetectedConflict,
): void {
  transaction.log.append(session.workspace_id, {
    type: 'conflict_detected',
    file,
    symbol_id,
    by: session.user_name,
    session_id: session.id,
    holder,
    holder_session_id,
    ...(lines && { lines }),
    kind,
  });
}

/** CNV-1: the convention that forbids a write to this file. */
function ruleAgainst(
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
function appendForbidden(
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

function conflictRecord(
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
function currentTaskOf(
  { sessions }: CommandContext,
  { sessionId, task }: ReservationWithHolder,
): string {
  return sessions.get(sessionId)?.task ?? task;
}
