import type { Refusal } from '../../shared/kernel/refusal.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { HookBody } from '../../shared/sessions/contract.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { filePathIn } from '../../shared/sessions/hook-file.ts';
import { parseHookBody } from '../../shared/sessions/parse-hook-body.ts';
import { conversationOf, type ConversationKey } from '../../shared/sessions/rules.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileEdit, HookCall } from './hook-call.ts';
import { asPayload } from './clients/payload.ts';
import { editsOf } from './clients/tool-input.ts';

export function parseHook(body: unknown): HookBody | Refusal {
  return isRefusal(body) ? body : parseHookBody(asPayload(body) ?? {});
}

/**
 * SES-1: the conversation that a body speaks for. A `sess_...` id names the session itself; undefined when it is not one of
 * the user's sessions as far as is known here.
 */
export function conversationIn(
  replica: Replica,
  body: Pick<HookBody, 'conversation_id' | 'session_id' | 'agent_id'>,
): ConversationKey | undefined {
  const { session_id: sessionId = '' } = body;
  if (body.conversation_id !== undefined || !sessionId.startsWith('sess_')) {
    return conversationOf(body as HookBody);
  }
  const session = replica.session(sessionId);
  return session?.userId === replica.user.userId ? session : undefined;
}

/** The interface's own hook body as a call. Its answer is the interface's, so there is nothing to write in another form. */
export function wireCall(
  body: HookBody,
  {
    conversation,
    idempotencyKey,
  }: { conversation: ConversationKey; idempotencyKey: string | undefined },
): HookCall {
  const { conversationId, agentId } = conversation;
  const effect = effectOf(body.event);
  const call = {
    event: body.event,
    conversation: { conversationId, agentId },
    agentType: body.agent_type,
    canNotify: true,
    cwd: body.cwd,
    branch: body.branch,
    task: body.task,
    toolName: body.tool_name,
    toolUseId: body.tool_use_id,
    idempotencyKey,
  };
  // On the hot path, where spreading `call` would take longer than everything else here.
  if (effect === 'check' || effect === 'acquire')
    return Object.assign(call, { effect, files: filesOf(body) });
  return Object.assign(call, { effect });
}

function filesOf(body: HookBody): FileEdit[] {
  const { symbol_ids: ids, tool_input: input } = body;
  const path = filePathIn(body);
  if (path === undefined) return [];
  const symbolIds = ids === undefined || ids.length === 0 ? undefined : ids;
  return [{ path, symbolIds, edits: editsOf(input) }];
}
