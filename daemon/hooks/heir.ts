import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { Replica } from '../replica/replica.ts';

/**
 * SES-3: the session of the conversation that takes over what a subagent wrote; undefined for a main conversation, and for one that
 * nobody has heard of.
 */
export function heirOf(
  replica: Pick<Replica, 'sessionOf'>,
  { conversationId, agentId }: TrackedSession,
): TrackedSession | undefined {
  return agentId === '' ? undefined : replica.sessionOf({ conversationId, agentId: '' });
}
