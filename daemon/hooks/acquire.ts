import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { acquire, type Conflict } from '../../shared/reservations/rules.ts';
import {
  symbolIdUnlessWhole,
  symbolIdsUnlessWhole,
  symbolNamesOf,
} from '../../shared/reservations/symbol-names.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { newIdempotencyKey, type Command, type HookReply } from '../replica/outbox.ts';
import type { TrackedReservation } from '../replica/workspace-state.ts';
import type { FileCall, FileEdit } from './hook-call.ts';
import { branchOf, relayBody } from './relay-body.ts';
import type { HookContext } from './context.ts';
import { heartbeat } from './lifecycle.ts';
import { joined, provisionalMessage, racedMessage } from './messages.ts';

/** How long a write waits for the relay before its reservations become provisional. */
const waitMs = 1_500;

export type AcquireAnswer = Extract<HookAnswer, { reserved: string[] }>;

/** One file that was written, and the symbols of it that really changed. */
export interface TouchedFile {
  readonly target: RepositoryFile;
  readonly symbols: readonly string[];
}

/** RSV-1, RSV-2, RSV-6, RSV-10: takes what was written for its session, and tells what somebody else held. */
export async function acquireFiles(
  context: HookContext,
  call: FileCall,
): Promise<HookAnswer | Refusal> {
  const touched: TouchedFile[] = [];
  for (const file of call.files) {
    const found = await touchedFile(context, file);
    if (isRefusal(found)) return found;
    if (found !== undefined) touched.push(found);
  }
  const answers: (AcquireAnswer | Refusal)[] = [];
  for (const file of touched) answers.push(await reserveFile(context, call, file));
  const refusal = answers.find(isRefusal);
  if (refusal !== undefined) return refusal;
  const own = answers.filter((answer): answer is AcquireAnswer => !isRefusal(answer));
  if (own.length === 0) return nothingToReserve(context, call);
  const answer = merged(own);
  const impact = await publishWritten(context, touched, answer.session_id);
  return withNotifications(context, call, { ...answer, message: joined(answer.message, impact) });
}

/** DEC-2: the symbols as they are now go to the team; answers what became stale by it. */
function publishWritten(
  { indexes, publisher }: HookContext,
  touched: readonly TouchedFile[],
  sessionId: string,
): Promise<string | undefined> {
  const files = touched.flatMap(({ target }) => indexes.publicationOf(target) ?? []);
  return publisher.publishWritten(files, sessionId === '' ? undefined : sessionId);
}

/** Reserves one touched file: by the relay, or provisionally when it does not answer in time. */
export async function reserveFile(
  context: HookContext,
  call: FileCall,
  { target, symbols }: TouchedFile,
): Promise<AcquireAnswer | Refusal> {
  const workspaceSlug = context.workspaceSlug();
  if (workspaceSlug === undefined) return emptyAnswer('');
  const { path: filePath } = target;
  const ids = symbolIdsUnlessWhole(filePath, symbols);
  const expiresAt = context.replica.nowMs() + context.durations.reservationTtlMs;
  const facts = { workspaceSlug, branch: branchOf(context, call), filePath, symbolIds: ids };
  const command: Command = {
    input: relayBody(call, facts),
    conversation: call.conversation,
    idempotencyKey: call.idempotencyKey ?? newIdempotencyKey(),
    reservation: { filePath, symbols, expiresAt },
  };
  const delivery = await context.outbox.send(command, waitMs);
  if (delivery.kind === 'queued') return reserveProvisionally(context, call, command);
  return applyReply(context, command, delivery.reply);
}

/** Read your writes: the next hook here sees the reservations, whether or not the stream has told them yet. */
export function applyReply(
  context: Pick<HookContext, 'replica'>,
  command: Command,
  reply: HookReply,
): AcquireAnswer | Refusal {
  context.replica.commandAnswered(command.idempotencyKey);
  if (isRefusal(reply)) return reply;
  if (!('reserved' in reply)) return emptyAnswer('session_id' in reply ? reply.session_id : '');
  const { agent_type: agentType = 'unknown', task, branch } = command.input;
  const facts = { agentType, task, branch };
  const session = context.replica.opened(command.conversation, reply.session_id, facts);
  const { reservation } = command;
  if (reservation !== undefined && reply.fence !== undefined && reply.expires_at !== undefined) {
    context.replica.addOwnReservations(session, {
      filePath: reservation.filePath,
      symbols: grantedOf(reservation, reply.conflicts),
      expiresAt: Date.parse(reply.expires_at),
      origin: { kind: 'granted', fence: reply.fence },
    });
  }
  // What the relay tells the session, its daemon has from the log and tells by itself.
  const { message: _told, ...answer } = reply;
  return answer;
}

function grantedOf(
  { filePath, symbols }: NonNullable<Command['reservation']>,
  conflicts: readonly ConflictRecord[],
): string[] {
  const lost = new Set(conflicts.map((conflict) => conflict.symbol_id));
  return symbols.filter((symbol) => !lost.has(symbolIdUnlessWhole(filePath, symbol)));
}

function reserveProvisionally(
  context: HookContext,
  call: FileCall,
  command: Command,
): AcquireAnswer {
  const { replica } = context;
  const { agentType, task, branch } = { ...call, branch: branchOf(context, call) };
  const session = replica.openLocally(call.conversation, { agentType, task, branch });
  const { reservation } = command;
  if (reservation === undefined) return emptyAnswer(session.id);
  const { filePath, symbols, expiresAt } = reservation;
  const target = context.paths.resolve(filePath);
  const key = isRefusal(target) || target.kind === 'outside' ? '' : target.key;
  const outcome = acquire(
    replica.reservationsOf(key),
    { sessionId: session.id, symbols },
    replica.nowMs(),
  );
  const origin = { kind: 'provisional' as const, commandKey: command.idempotencyKey };
  replica.addOwnReservations(session, { filePath, symbols: outcome.granted, expiresAt, origin });
  return {
    ok: true,
    session_id: session.id,
    reserved: outcome.granted.map((symbol) => symbolIdUnlessWhole(filePath, symbol) ?? filePath),
    conflicts: outcome.conflicts.map((conflict) => conflictOf(context, filePath, conflict)),
    expires_at: toTimestamp(expiresAt),
    message: provisionalMessage,
  };
}

function conflictOf(
  { replica }: HookContext,
  filePath: string,
  { symbol, reservation }: Conflict<TrackedReservation>,
): ConflictRecord {
  return {
    file_path: filePath,
    symbol_id: symbolIdUnlessWhole(filePath, symbol),
    held_symbol_id: symbolIdUnlessWhole(filePath, reservation.symbol),
    holder: reservation.userName,
    holder_session_id: reservation.sessionId,
    holder_task: replica.session(reservation.sessionId)?.task ?? reservation.task,
    expires_at: toTimestamp(reservation.expiresAt),
    minutes_remaining: minutesUntil(reservation.expiresAt, replica.nowMs()),
  };
}

async function touchedFile(
  context: HookContext,
  file: FileEdit,
): Promise<TouchedFile | Refusal | undefined> {
  const target = context.paths.resolve(file.path);
  if (isRefusal(target)) return target;
  if (target.kind === 'outside') return undefined;
  const symbols =
    file.symbolIds === undefined
      ? await context.indexes.touched(target, file.edits)
      : symbolNamesOf(target.path, file.symbolIds);
  if (isRefusal(symbols)) return symbols;
  if (symbols.length === 0 || (await context.indexes.isIgnored(target))) return undefined;
  return { target, symbols };
}

/** Formatting, comments, imports, a file that git ignores or outside the repository: the session lives, and that is all. */
async function nothingToReserve(
  context: HookContext,
  call: FileCall,
): Promise<HookAnswer | Refusal> {
  const alive = await heartbeat(context, call);
  if (isRefusal(alive) || !('ok' in alive)) return alive;
  return { ...alive, reserved: [], conflicts: [] };
}

/** Where the client shows its agent no answer to this event, what it must know goes with a later one. */
function withNotifications(
  context: HookContext,
  call: FileCall,
  answer: AcquireAnswer,
): AcquireAnswer {
  const own = joined(answer.message, racedMessage(answer.conflicts));
  if (!call.canNotify) {
    if (own !== undefined) context.notifications.add(call.conversation, own);
    return answer;
  }
  const message = joined(own, context.notifications.take(call.conversation));
  return message === undefined ? answer : { ...answer, message };
}

/** One answer for a call that wrote several files. */
function merged([first, ...rest]: readonly AcquireAnswer[]): AcquireAnswer {
  if (first === undefined) return emptyAnswer('');
  return rest.reduce(
    (sum, next) => ({
      ...sum,
      ...next,
      reserved: [...sum.reserved, ...next.reserved],
      conflicts: [...sum.conflicts, ...next.conflicts],
    }),
    first,
  );
}

function emptyAnswer(sessionId: string): AcquireAnswer {
  return { ok: true, session_id: sessionId, reserved: [], conflicts: [] };
}
