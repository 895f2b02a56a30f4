import { GlobCache } from '../conventions/glob-cache.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { ReservationUnitOfWork } from '../reservations/unit-of-work.ts';
import { mustConventionsOf } from '../conventions/queries.ts';
import { reservationsOfConversations, reservationsOfFiles } from '../reservations/queries.ts';
import { IdempotencyRecords } from '../store/idempotency.ts';
import type { Handler, Transaction } from '../store/group-committer.ts';
import type { Call } from '../kernel/call.ts';
import { noSuchWorkspace } from '../access/authorizer.ts';
import { reusedKey } from '../access/command-runner.ts';
import { lockMemberships } from '../access/queries.ts';
import type { SessionAnswer, SessionCommand } from './command.ts';
import { decide, type CommandContext } from './decide.ts';
import { SessionCache } from './session-cache.ts';
import {
  sessionsById,
  sessionsOfConversations,
  type ConversationRef,
  type Session,
} from './queries.ts';
import { SessionUnitOfWork } from './unit-of-work.ts';

/**
 * The hot path of the relay: a whole batch of session commands with one round of loads and one round of saves. Memberships
 * are read under the hold of the workspaces' rows, so nobody works in a workspace that they have just left.
 */
export function sessionHandler(
  durations: Durations,
): Handler<SessionCommand, SessionAnswer | Refusal> {
  const memory = new SessionCache();
  const globs = new GlobCache();
  return async (transaction, commands) => {
    const conversations = unique(commands.flatMap(conversationRef));
    const [memberships, given, roster, board] = await load(transaction, commands, (locked) =>
      memory.load(transaction, conversations, locked),
    );
    const atMs = transaction.nowMs + durations.reservationTtlMs;
    const holdsEnd = { atMs, timestamp: toTimestamp(atMs) };
    const rules = await rulesFor(transaction, commands, globs);
    const freed = new Set<string>();
    const desk = { transaction, roster, board, rules, holdsEnd, freed };
    const answers = commands.map((command) => {
      const { call, workspaceId } = command;
      if (!memberships.has(`${workspaceId} ${call.caller.userId}`)) return noSuchWorkspace();
      return onceGiven(given, call, () => decide(desk, command));
    });
    roster.save(transaction.connection);
    board.save(transaction.connection);
    for (const workspaceId of freed) await transaction.runCascade(workspaceId);
    given.save(transaction);
    memory.store(transaction, conversations, roster.sessions());
    return answers;
  };
}

/** Only a check of a file asks for the rules that forbid a write. */
async function rulesFor(
  { connection }: Transaction,
  commands: readonly SessionCommand[],
  globs: GlobCache,
): Promise<CommandContext['rules']> {
  const checks = commands.filter(({ effect, file }) => effect === 'check' && file !== undefined);
  if (checks.length === 0) return new Map();
  return mustConventionsOf(
    connection,
    checks.map(({ workspaceId }) => workspaceId),
    globs,
  );
}

function onceGiven(
  given: IdempotencyRecords,
  { request }: Call,
  run: () => SessionAnswer | Refusal,
): SessionAnswer | Refusal {
  if (request === undefined) return run();
  const earlier = given.find(request);
  if (earlier === 'other_request') return reusedKey();
  if (earlier !== undefined) return earlier.answer as SessionAnswer;
  const answer = run();
  if (!isRefusal(answer)) given.add(request, answer);
  return answer;
}

/** The loads are sent together, the lock first, so that on PostgreSQL they cost one round trip and see what it waited for. */
async function load(
  transaction: Transaction,
  commands: readonly SessionCommand[],
  sessionsNow: (locked: Promise<unknown>) => Promise<Session[]>,
): Promise<[Set<string>, IdempotencyRecords, SessionUnitOfWork, ReservationUnitOfWork]> {
  const { connection } = transaction;
  const pairs = unique(commands.map((c) => [c.workspaceId, c.call.caller.userId] as const));
  const locking = lockMemberships(transaction, pairs);
  const [memberships, given, byConversation, byId, files] = await Promise.all([
    locking,
    IdempotencyRecords.load(
      transaction,
      commands.flatMap((c) => c.call.request ?? []),
    ),
    sessionsNow(locking),
    sessionsById(connection, unique(commands.flatMap(idRef))),
    reservationsOfFiles(connection, unique(commands.flatMap(fileRef))),
  ]);
  const roster = new SessionUnitOfWork([...byConversation, ...byId]);
  const ending = commands.filter((c) => c.effect === 'end').flatMap((c) => endingRef(roster, c));
  const siblings = await sessionsOfConversations(connection, unique(ending));
  for (const session of siblings) roster.add(session);
  const ended = await reservationsOfConversations(connection, unique(ending));
  const members = new Set(memberships.map((found) => `${found.workspaceId} ${found.userId}`));
  return [members, given, roster, new ReservationUnitOfWork([...files, ...ended])];
}

type Ref = readonly [string, string, string];

function conversationRef({ workspaceId, call, session }: SessionCommand): ConversationRef[] {
  if ('sessionId' in session) return [];
  return [[workspaceId, call.caller.userId, session.conversationId]];
}

function idRef({ workspaceId, call, session }: SessionCommand): Ref[] {
  return 'sessionId' in session ? [[workspaceId, call.caller.userId, session.sessionId]] : [];
}

function fileRef({ workspaceId, file }: SessionCommand): (readonly [string, string])[] {
  return file === undefined ? [] : [[workspaceId, file.key]];
}

function endingRef(roster: SessionUnitOfWork, command: SessionCommand): Ref[] {
  const { userId } = command.call.caller;
  const found = roster.find(command.workspaceId, userId, command.session);
  if (found === undefined) return conversationRef(command);
  return [[found.workspace_id, found.user_id, found.conversation_id]];
}

function unique<T extends readonly string[]>(keys: readonly T[]): T[] {
  const byText = new Map<string, T>();
  for (const key of keys) byText.set(key.join('\n'), key);
  return [...byText.values()];
}
