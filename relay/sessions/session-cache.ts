import { LRUCache } from 'lru-cache';
import type { Transaction } from '../store/group-committer.ts';
import { sessionsOfConversations, type ConversationRef, type Session } from './queries.ts';

/** All sessions of some conversations of one workspace, as they were when its newest event was `seq`. */
interface CachedConversations {
  readonly seq: number | undefined;
  readonly conversations: LRUCache<string, readonly Session[]>;
}

const maxConversations = 10_000;

/**
 * The sessions of earlier batches, so that a busy conversation is not loaded again with each of its events. An entry is valid
 * while the newest event of its workspace, read under the lock of the workspace's row, is still the one at which it was cached:
 * every change of a session appends an event, except a new heartbeat or current file.
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
