import { createHash } from 'node:crypto';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';

const prefix = 'sess_local_';
const digits = 24;

/**
 * OFF-2: the id of a session that the relay could not be asked about. It is made of the conversation, so that it goes on meaning
 * that one when the relay has given it another id, and after a restart, without anything that has to be kept.
 */
export function localIdOf(conversation: ConversationKey): string {
  const digest = createHash('sha256').update(conversationName(conversation)).digest('hex');
  return `${prefix}${digest.slice(0, digits)}`;
}

export function isLocalId(sessionId: string): boolean {
  return sessionId.startsWith(prefix);
}

/** The id as the relay may be told it: nothing for a session that it has not heard of yet, which it would refuse (ACC-5). */
export function idAtRelay(sessionId: string | undefined): string | undefined {
  return sessionId === undefined || sessionId === '' || isLocalId(sessionId)
    ? undefined
    : sessionId;
}
