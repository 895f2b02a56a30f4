import type { Transaction } from '../store/group-committer.ts';
import { sessionsOfConversations, type ConversationRef, type Session } from './queries.ts';

/** All sessions of each of some conversations of one workspace, as they were at `seq`. */
interface CachedConversations {
  readonly seq: number | undefined;
  readonly conversations: Map<string, readonly Session[]>;
}

const maxConversations = 10_000;

/**
 * The sessions of earlier batches, so that a busy conversation is not loaded with each of its events. Whatever changes a
 * session, save for its heartbeat and the file it is at, writes an event too: what is remembered counts as long as the
 * workspace's row, which a batch holds, shows the seq at which it was remembered.
 */
export class SessionCache {
  private readonly workspaces = new Map<string, CachedConversations>();

  /** The sessions of the conversations. `locked` resolves when the rows of their workspaces are held. */
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
      const isHeld = log.seqOf(workspaceId) !== undefined;
      if (isHeld && log.seqOf(workspaceId) !== seq) this.workspaces.delete(workspaceId);
    }
    const outdated = [...known.keys()].filter(([workspaceId]) => !this.workspaces.has(workspaceId));
    for (const ref of outdated) known.delete(ref);
    const reloaded = await sessionsOfConversations(connection, outdated);
    return [...[...known.values()].flat(), ...loaded, ...reloaded];
  }

  /** Remembers the loaded conversations with their sessions as the batch leaves them, once that is committed. */
  store(
    { log, afterCommit }: Transaction,
    refs: readonly ConversationRef[],
    sessions: Iterable<Session>,
  ): void {
    const groups = groupByConversation(refs, sessions);
    for (const [workspaceId, group] of groups) {
      const seq = log.seqOf(workspaceId);
      const { conversations = new Map() } = this.workspaces.get(workspaceId) ?? {};
      afterCommit.push(() => {
        if (conversations.size > maxConversations) conversations.clear();
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

type Groups = Map<string, Map<string, Session[] | undefined>>;

/** By workspace and conversation; undefined for one of which not all sessions may be known. */
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
    if (found === undefined) group.set(key, undefined);
    else found.push(session);
  }
  return groups;
}
