import { LRUCache } from 'lru-cache';
import type { ConventionRule } from '../../shared/conventions/rules.ts';
import { lockMemberships } from '../access/queries.ts';
import type { MustRuleCache } from '../conventions/must-rule-cache.ts';
import { reservationsOfFiles } from '../reservations/queries.ts';
import { ReservationUnitOfWork } from '../reservations/unit-of-work.ts';
import type { Transaction } from '../store/group-committer.ts';
import { IdempotencyRecords } from '../store/idempotency.ts';
import type { SessionCommand } from './command.ts';
import { unique } from './keys.ts';
import { loadEnding } from './load-ending.ts';
import {
  sessionsById,
  sessionsOfConversations,
  type ConversationRef,
  type Session,
} from './queries.ts';
import { SessionUnitOfWork } from './unit-of-work.ts';

/** All that a batch of commands is decided over. */
interface LoadedBatch {
  /** The conversations that the commands name. */
  readonly conversations: readonly ConversationRef[];
  /** Whether the command's caller is a member of its workspace, read while the workspace's row was locked. */
  readonly isMember: (command: SessionCommand) => boolean;
  readonly earlierAnswers: IdempotencyRecords;
  readonly sessions: SessionUnitOfWork;
  readonly reservations: ReservationUnitOfWork;
  readonly endingInSlices: ReadonlySet<string>;
  readonly mustConventions: ReadonlyMap<string, readonly ConventionRule[]>;
}

/** What is kept from one batch to the next. */
interface BatchCaches {
  readonly sessions: SessionCache;
  readonly mustRules: MustRuleCache;
}

/**
 * Sends the loads together, the lock first: on PostgreSQL they then cost one round trip, and see what the lock has waited for.
 */
export async function loadBatch(
  transaction: Transaction,
  commands: readonly SessionCommand[],
  caches: BatchCaches,
): Promise<LoadedBatch> {
  const { connection } = transaction;
  const conversations = unique(commands.flatMap(conversationRef));
  const pairs = unique(commands.map((c) => [c.workspaceId, c.call.caller.userId] as const));
  const locking = lockMemberships(transaction, pairs);
  const [memberships, earlierAnswers, byConversation, byId, ofFiles, rules] = await Promise.all([
    locking,
    IdempotencyRecords.load(
      transaction,
      commands.flatMap((c) => c.call.request ?? []),
    ),
    caches.sessions.load(transaction, conversations, locking),
    sessionsById(connection, unique(commands.flatMap(idRef))),
    reservationsOfFiles(connection, unique(commands.flatMap(fileRef))),
    caches.mustRules.load(transaction, workspacesWritten(commands), locking),
  ]);
  const sessions = new SessionUnitOfWork([...byConversation, ...byId]);
  const { held, endingInSlices } = await loadEnding(connection, commands, sessions);
  const reservations = new ReservationUnitOfWork([...ofFiles, ...held]);
  const members = new Set(memberships.map((found) => `${found.workspaceId} ${found.userId}`));
  const isMember = ({ workspaceId, call }: SessionCommand) =>
    members.has(`${workspaceId} ${call.caller.userId}`);
  const loaded = { conversations, isMember, earlierAnswers, sessions, reservations };
  return { ...loaded, endingInSlices, mustConventions: rules };
}

/** Only checks and writes of a file ask for the conventions that forbid a write. */
function workspacesWritten(commands: readonly SessionCommand[]): string[] {
  return commands
    .filter(({ effect, files }) => files.length > 0 && (effect === 'check' || effect === 'acquire'))
    .map(({ workspaceId }) => workspaceId);
}

type SessionIdRef = readonly [workspaceId: string, userId: string, sessionId: string];
type FileRef = readonly [workspaceId: string, pathKey: string];

function conversationRef({ workspaceId, call, session }: SessionCommand): ConversationRef[] {
  if ('sessionId' in session) return [];
  return [[workspaceId, call.caller.userId, session.conversationId]];
}

function idRef({ workspaceId, call, session }: SessionCommand): SessionIdRef[] {
  return 'sessionId' in session ? [[workspaceId, call.caller.userId, session.sessionId]] : [];
}

function fileRef({ workspaceId, files }: SessionCommand): FileRef[] {
  return files.map(({ key }) => [workspaceId, key]);
}

/** All sessions of some conversations of one workspace, as they were when its newest event was `seq`. */
interface CachedConversations {
  readonly seq: number | undefined;
  readonly conversations: LRUCache<string, readonly Session[]>;
}

const maxConversations = 10_000;

/**
 * The sessions of earlier batches, so that a busy conversation is not loaded again with each of its events. An entry is valid
 * while the newest event of its workspace, read under the lock of the workspace's row, is still the one at which it was cached:
 * every change of a session appends an event, except a new heartbeat or current file. Without it a reservation takes the
 * processor 5 to 12 % longer on SQLite; on PostgreSQL, where the select shares a round trip, 2 % fewer come through.
 */
export class SessionCache {
  private readonly workspaces = new Map<string, CachedConversations>();

  /** The sessions of the conversations. `locked` resolves when the rows of their workspaces are locked. */
  async load(
    { connection, log }: Transaction,
    refs: readonly ConversationRef[],
    locked: Promise<unknown>,
  ): Promise<Session[]> {
    const known = new Map<ConversationRef, readonly Session[]>();
    const unknown: ConversationRef[] = [];
    for (const ref of refs) {
      const sessions = this.find(ref);
      if (sessions === undefined) unknown.push(ref);
      else known.set(ref, sessions);
    }
    const [loaded] = await Promise.all([sessionsOfConversations(connection, unknown), locked]);
    for (const [workspaceId, { seq }] of this.workspaces) {
      const isLocked = log.seqOf(workspaceId) !== undefined;
      if (isLocked && log.seqOf(workspaceId) !== seq) this.workspaces.delete(workspaceId);
    }
    const outdated = [...known.keys()].filter(([workspaceId]) => !this.workspaces.has(workspaceId));
    for (const ref of outdated) known.delete(ref);
    const reloaded = await sessionsOfConversations(connection, outdated);
    return [...[...known.values()].flat(), ...loaded, ...reloaded];
  }

  /** After the commit, caches the conversations with their sessions as the batch leaves them. */
  store(
    { log, afterCommit }: Transaction,
    refs: readonly ConversationRef[],
    sessions: Iterable<Session>,
  ): void {
    const groups = groupByConversation(refs, sessions);
    for (const [workspaceId, group] of groups) {
      const seq = log.seqOf(workspaceId);
      const conversations = this.workspaces.get(workspaceId)?.conversations ?? noConversations();
      afterCommit.push(() => {
        for (const [key, found] of group) {
          if (found === undefined) conversations.delete(key);
          else conversations.set(key, found);
        }
        this.workspaces.set(workspaceId, { seq, conversations });
      });
    }
  }

  private find([workspaceId, userId, conversation]: ConversationRef):
    readonly Session[] | undefined {
    return this.workspaces.get(workspaceId)?.conversations.get(`${userId}\n${conversation}`);
  }
}

/** Grows with what it holds: a relay has many workspaces, and few of them many conversations. */
function noConversations(): CachedConversations['conversations'] {
  return new LRUCache({ maxSize: maxConversations, sizeCalculation: () => 1 });
}

type Groups = Map<string, Map<string, Session[] | undefined>>;

/** By workspace and conversation; undefined for a conversation that was not loaded whole. */
function groupByConversation(
  refs: readonly ConversationRef[],
  sessions: Iterable<Session>,
): Groups {
  const groups: Groups = new Map();
  const groupOf = (workspaceId: string) => {
    const group = groups.get(workspaceId) ?? new Map<string, Session[] | undefined>();
    groups.set(workspaceId, group);
    return group;
  };
  for (const [workspaceId, userId, conversation] of refs)
    groupOf(workspaceId).set(`${userId}\n${conversation}`, []);
  for (const session of sessions) {
    const group = groupOf(session.workspace_id);
    const key = `${session.user_id}\n${session.conversation_id}`;
    const found = group.get(key);
    // SES-6: `ending` becomes `ended` without an event.
    if (found === undefined || session.state === 'ending') group.set(key, undefined);
    else found.push(session);
  }
  return groups;
}
