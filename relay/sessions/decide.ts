import { mustAgainst, mustMessage, type Rule } from '../../shared/conventions/rules.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { findConflict, isLive, acquire, type Conflict } from '../../shared/reservations/rules.ts';
import { denialMessage } from '../../shared/reservations/denial.ts';
import {
  symbolIdUnlessWhole,
  symbolIdsUnlessWhole,
} from '../../shared/reservations/symbol-names.ts';
import type { ReservationUnitOfWork } from '../reservations/unit-of-work.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import { noSuchSession, type SessionAnswer, type SessionCommand } from './command.ts';
import type { Session } from './queries.ts';
import type { SessionUnitOfWork } from './unit-of-work.ts';

export interface CommandContext {
  readonly transaction: Transaction;
  readonly roster: SessionUnitOfWork;
  readonly board: ReservationUnitOfWork;
  /** The `must` conventions by workspace. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** When the holds end that are taken or extended now. */
  readonly holdsEnd: { readonly atMs: number; readonly timestamp: string };
  /** The workspaces in which a hold or a session ended: somebody may wait for it. */
  readonly freed: Set<string>;
}

/** Decides one session command over the loaded state, and notes what changed and what happened. */
export function decide(desk: CommandContext, command: SessionCommand): SessionAnswer | Refusal {
  if (command.effect === 'end') return end(desk, command);
  const session = open(desk, command);
  if (isRefusal(session)) return session;
  switch (command.effect) {
    case 'start':
      return { session_id: session.id, additional_context: '' };
    case 'check':
      return checkWrite(desk, session, command);
    case 'acquire':
      return touchFile(desk, session, command);
    case 'prompt':
    case 'heartbeat':
      return { ok: true, session_id: session.id };
  }
}

/** SES-2, SES-4: the session of the conversation, refreshed; an unknown, expired or ended one is opened (again). */
function open(desk: CommandContext, command: SessionCommand): Session | Refusal {
  const { transaction, roster } = desk;
  const { caller } = command.call;
  const known = roster.find(command.workspaceId, caller.userId, command.session);
  if (known === undefined && !command.opens) return noSuchSession();
  const before = known ?? newSession(desk, command);
  if (before === undefined) return noSuchSession();
  // Field by field, because spreading a row takes longer than deciding over it.
  const session: Session = {
    id: before.id,
    workspace_id: before.workspace_id,
    user_id: before.user_id,
    user_name: before.user_name,
    conversation_id: before.conversation_id,
    agent_id: before.agent_id,
    agent_type: command.agentType === 'unknown' ? before.agent_type : command.agentType,
    task: command.task ?? before.task,
    current_file: command.file?.path ?? before.current_file,
    branch: command.branch ?? before.branch,
    state: 'active',
    started_at: before.started_at,
    last_heartbeat: transaction.nowMs,
    workstream: before.workstream,
  };
  roster.put(session);
  tellOpened(desk, known, session);
  return session;
}

function newSession(
  { roster, transaction }: CommandContext,
  command: SessionCommand,
): Session | undefined {
  if ('sessionId' in command.session) return undefined;
  const { nowMs } = transaction;
  const main = { ...command.session, agentId: '' };
  return {
    id: newId('session'),
    workspace_id: command.workspaceId,
    user_id: command.call.caller.userId,
    user_name: command.call.caller.name,
    conversation_id: command.session.conversationId,
    agent_id: command.session.agentId,
    agent_type: command.agentType,
    task: '',
    current_file: '',
    branch: '',
    state: 'active',
    started_at: nowMs,
    last_heartbeat: nowMs,
    // WST-2: a subagent begins where its conversation is.
    workstream:
      roster.find(command.workspaceId, command.call.caller.userId, main)?.workstream ?? '',
  };
}

function tellOpened(
  { transaction }: CommandContext,
  known: Session | undefined,
  session: Session,
): void {
  const { id, task, branch } = session;
  if (known?.state === 'active') {
    if (known.task === task && known.branch === branch) return;
    transaction.log.append(session.workspace_id, {
      type: 'session_updated',
      session_id: id,
      task,
      branch,
      current_file: session.current_file,
    });
    return;
  }
  transaction.log.append(session.workspace_id, {
    type: 'session_started',
    session_id: id,
    user_id: session.user_id,
    user: session.user_name,
    conversation_id: session.conversation_id,
    agent_id: session.agent_id,
    agent_type: session.agent_type,
    task,
    branch,
    ...(session.workstream !== '' && { workstream: session.workstream }),
  });
}

/** CNV-1, RSV-4, RSV-5: says whether the write may go ahead, and takes nothing. */
function checkWrite(
  desk: CommandContext,
  session: Session,
  { file }: SessionCommand,
): SessionAnswer {
  const allowed = { permission: 'allow', session_id: session.id } as const;
  if (file === undefined) return allowed;
  const rule = mustAgainst(desk.rules.get(session.workspace_id) ?? [], file.path);
  if (rule !== undefined) return forbid(desk, session, { rule, path: file.path });
  const { nowMs } = desk.transaction;
  const holds = desk.board.reservationsOf(session.workspace_id, file.key);
  const conflict = findConflict(holds, { sessionId: session.id, symbols: file.symbols }, nowMs);
  if (conflict === undefined) return allowed;
  tellConflict(desk, session, { conflict, path: file.path, kind: 'write_denied' });
  const { reservation } = conflict;
  const denial = {
    filePath: file.path,
    symbol: conflict.symbol,
    heldSymbol: reservation.symbol,
    holder: reservation.userName,
    holderSessionId: reservation.sessionId,
    sessionId: session.id,
    task: taskOf(desk, reservation),
    expiresAt: reservation.expiresAt,
  };
  const message = denialMessage(denial, nowMs);
  return { permission: 'deny', message, session_id: session.id };
}

/** CNV-1: the rule stands where a holder would stand. */
function forbid(
  { transaction }: CommandContext,
  session: Session,
  { rule, path }: { rule: Rule; path: string },
): SessionAnswer {
  transaction.log.append(session.workspace_id, {
    type: 'conflict_detected',
    file: path,
    by: session.user_name,
    session_id: session.id,
    holder: rule.title,
    holder_session_id: '',
    convention_id: rule.id,
    kind: 'write_forbidden',
  });
  return { permission: 'deny', message: mustMessage(rule, path), session_id: session.id };
}

/** RSV-1, RSV-2, RSV-6: takes what is free and tells what is not. */
function touchFile(
  desk: CommandContext,
  session: Session,
  { file }: SessionCommand,
): SessionAnswer {
  const ok = true as const;
  const session_id = session.id;
  if (file === undefined) return { ok, session_id, reserved: [], conflicts: [] };
  const { nowMs } = desk.transaction;
  const holds = desk.board.reservationsOf(session.workspace_id, file.key);
  const outcome = acquire(holds, { sessionId: session.id, symbols: file.symbols }, nowMs);
  for (const conflict of outcome.conflicts) {
    tellConflict(desk, session, { conflict, path: file.path, kind: 'write_raced' });
  }
  const conflicts = outcome.conflicts.map((conflict) => conflictRecord(desk, file.path, conflict));
  if (outcome.granted.length === 0) return { ok, session_id, reserved: [], conflicts };
  for (const hold of outcome.absorbed) desk.board.remove(hold);
  // It ended before the sweeper saw it, and leaves no trace.
  const replaced = holds.filter((hold) => outcome.granted.includes(hold.symbol));
  if (replaced.some((hold) => hold.sessionId !== session.id)) desk.freed.add(session.workspace_id);
  const fence = grant(desk, session, { file, holds, granted: outcome.granted });
  const reserved = outcome.granted.map(
    (symbol) => symbolIdUnlessWhole(file.path, symbol) ?? file.path,
  );
  return { ok, session_id, reserved, conflicts, fence, expires_at: desk.holdsEnd.timestamp };
}

interface Grant {
  readonly file: NonNullable<SessionCommand['file']>;
  readonly holds: readonly ReservationWithHolder[];
  readonly granted: readonly string[];
}

function grant(
  { transaction, board, holdsEnd }: CommandContext,
  session: Session,
  { file, holds, granted }: Grant,
): number {
  const own = new Map(
    holds
      .filter((hold) => hold.sessionId === session.id && isLive(hold, transaction.nowMs))
      .map((hold) => [hold.symbol, hold]),
  );
  const { seq } = transaction.log.append(session.workspace_id, {
    type: 'file_reserved',
    file: file.path,
    by: session.user_name,
    symbols: symbolIdsUnlessWhole(file.path, granted),
    session_id: session.id,
    task: session.task,
    expires_at: holdsEnd.timestamp,
    fresh: granted.some((symbol) => !own.has(symbol)),
  });
  for (const symbol of granted) {
    board.put({
      workspaceId: session.workspace_id,
      pathKey: file.key,
      filePath: file.path,
      symbol,
      sessionId: session.id,
      userId: session.user_id,
      userName: session.user_name,
      conversationId: session.conversation_id,
      agentType: session.agent_type,
      task: session.task,
      // A hold that never ended keeps the fence at which it began.
      fence: own.get(symbol)?.fence ?? seq,
      expiresAt: holdsEnd.atMs,
    });
  }
  return seq;
}

/** SES-3: closes the session, and its subagents with it, and releases all that they hold. */
function end(desk: CommandContext, command: SessionCommand): SessionAnswer | Refusal {
  const { roster, board, transaction } = desk;
  const { userId } = command.call.caller;
  const found = roster.find(command.workspaceId, userId, command.session);
  if (found === undefined && !command.opens) return noSuchSession();
  const released: string[] = [];
  // A main conversation that never reported anything may still have subagents that did.
  for (const session of roster.withSubagents(command.workspaceId, userId, command.session)) {
    const holds = board.reservationsOfSession(session.id);
    if (holds.length > 0 || session.state === 'active') desk.freed.add(session.workspace_id);
    for (const hold of holds) board.remove(hold);
    released.push(...tellReleased(desk, session, holds));
    if (session.state !== 'active') continue;
    roster.put({ ...session, state: 'ended', last_heartbeat: transaction.nowMs });
    transaction.log.append(session.workspace_id, {
      type: 'session_ended',
      session_id: session.id,
      reason: 'ended',
    });
  }
  return { ok: true, session_id: found?.id ?? '', released };
}

function tellReleased(
  desk: CommandContext,
  session: Session,
  holds: readonly ReservationWithHolder[],
): string[] {
  const files = new Set(holds.map((hold) => hold.filePath));
  for (const file of files) {
    const held = holds.filter((hold) => hold.filePath === file);
    desk.transaction.log.append(session.workspace_id, {
      type: 'file_released',
      file,
      symbols: symbolIdsUnlessWhole(
        file,
        held.map((hold) => hold.symbol),
      ),
      session_id: session.id,
      reason: 'session_ended',
    });
  }
  return [...files];
}

interface ConflictOnFile {
  readonly conflict: Conflict<ReservationWithHolder>;
  readonly path: string;
  readonly kind: 'write_denied' | 'write_raced';
}

function tellConflict(
  desk: CommandContext,
  session: Session,
  { conflict, path, kind }: ConflictOnFile,
): void {
  desk.transaction.log.append(session.workspace_id, {
    type: 'conflict_detected',
    file: path,
    symbol_id: symbolIdUnlessWhole(path, conflict.symbol),
    by: session.user_name,
    session_id: session.id,
    holder: conflict.reservation.userName,
    holder_session_id: conflict.reservation.sessionId,
    kind,
  });
}

function conflictRecord(
  desk: CommandContext,
  path: string,
  { symbol, reservation }: Conflict<ReservationWithHolder>,
): ConflictRecord {
  return {
    file_path: path,
    symbol_id: symbolIdUnlessWhole(path, symbol),
    held_symbol_id: symbolIdUnlessWhole(path, reservation.symbol),
    holder: reservation.userName,
    holder_session_id: reservation.sessionId,
    holder_task: taskOf(desk, reservation),
    expires_at: toTimestamp(reservation.expiresAt),
    minutes_remaining: minutesUntil(reservation.expiresAt, desk.transaction.nowMs),
  };
}

/** The holder may have changed its task in this very batch. */
function taskOf({ roster }: CommandContext, hold: ReservationWithHolder): string {
  return roster.get(hold.sessionId)?.task ?? hold.task;
}
