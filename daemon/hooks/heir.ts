import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { Replica } from '../replica/replica.ts';

/**
 * SES-3: the conversation that takes over what a subagent wrote; undefined for a main conversation, and for one that nobody has heard of.
 * What it gets only the relay knows.
 */
export function heirOf(
  replica: Pick<Replica, 'sessionOf'>,
  { conversationId, agentId }: TrackedSession,
): ConversationKey | undefined {
  const main = { conversationId, agentId: '' };
  return agentId !== '' && replica.sessionOf(main) !== undefined ? main : undefined;
}
