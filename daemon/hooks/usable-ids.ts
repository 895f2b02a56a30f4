import { createHash } from 'node:crypto';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import { limits } from '../../shared/contract/limits.ts';
import { asExact } from '../../shared/kernel/display.ts';

const readableLength = 40;

/**
 * HOK-7: the id as the relay takes it: itself, or a short one made of it where it is too long or has characters that nobody
 * sees. The same id always becomes the same, so what belongs together stays together.
 */
export function usableId(id: string): string {
  if (id.length <= limits.conversation && asExact(id) === id) return id;
  const readable = id.slice(0, readableLength).replace(/[^\w.:-]+/g, '-');
  // What begins with `sess_` is an id of the relay's own (SES-1).
  return `id-${readable}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** The call of any client with ids that can be used. Nothing is copied, for nearly every call has them. */
export function withUsableIds<Call extends HookCall>(call: Call): Call {
  const { conversationId, agentId } = call.conversation;
  const conversation = { conversationId: usableId(conversationId), agentId: usableId(agentId) };
  const toolUseId = call.toolUseId === undefined ? undefined : usableId(call.toolUseId);
  return Object.assign(call, { conversation, toolUseId });
}
