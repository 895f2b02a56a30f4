import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { selectLiveMainSessions } from './queries.ts';

/** A live session of a conversation. */
export interface LiveSession extends ConversationKey {
  readonly id: string;
}

/** Reads the live sessions of a user in a workspace, without those of subagents. */
export function ownLiveSessions({
  database,
  clock,
  durations,
}: Pick<ServiceDependencies, 'database' | 'clock' | 'durations'>) {
  return async (workspaceId: string, userId: string): Promise<readonly LiveSession[]> => {
    const sinceMs = clock.now() - durations.sessionTtlMs;
    const found = await selectLiveMainSessions(database.reader, { workspaceId, userId, sinceMs });
    return found.map((row) => ({ id: row.id, conversationId: row.conversation_id, agentId: '' }));
  };
}
