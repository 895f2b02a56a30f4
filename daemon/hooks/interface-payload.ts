import type { Refusal } from '../../shared/kernel/refusal.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { fieldsOf } from '../../shared/node/http/json-body.ts';
import { type HookBody, parseHookBody } from '../../shared/sessions/contract.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { filesIn, type NamedFile } from '../../shared/sessions/hook-file.ts';
import { conversationOf, type ConversationKey, taskIn } from '../../shared/sessions/rules.ts';
import { shellTools } from '../../shared/sessions/tool-names.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileEdit, HookCall } from '../../shared/clients/common/hook-call.ts';
import { editsOf } from '../../shared/clients/common/payload.ts';

export function parseHook(body: unknown): HookBody | Refusal {
  const fields = fieldsOf(body);
  return isRefusal(fields) ? fields : parseHookBody(fields);
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
    fileKeyOf,
  }: {
    conversation: ConversationKey;
    idempotencyKey: string | undefined;
    fileKeyOf: (path: string) => string;
  },
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
    task: taskIn(body),
    toolName: body.tool_name,
    toolUseId: body.tool_use_id,
    idempotencyKey,
  };
  // On the hot path, where spreading `call` would take longer than everything else here.
  if (effect === 'check' || effect === 'acquire') {
    const files = filesOf(body, fileKeyOf);
    const shell = files.length === 0 ? shellMoment(body, effect) : undefined;
    return Object.assign(call, { effect, files, shell });
  }
  return Object.assign(call, { effect });
}

/** A shell command names no file: what it writes is seen while it runs, as with the hooks of a client. */
function shellMoment({ tool_name: tool }: HookBody, effect: 'check' | 'acquire') {
  if (tool === undefined || !shellTools.has(tool)) return undefined;
  return effect === 'check' ? ('began' as const) : ('ended' as const);
}

/** `symbol_ids` are those of the first file. */
function filesOf(body: HookBody, fileKeyOf: (path: string) => string): FileEdit[] {
  const { symbol_ids: ids } = body;
  const symbolIds = ids === undefined || ids.length === 0 ? undefined : ids;
  return differentOf(filesIn(body), fileKeyOf).map(({ path, input }, at) => ({
    path,
    symbolIds: at === 0 ? symbolIds : undefined,
    edits: editsOf(input),
  }));
}

/** Without those that are another spelling of one before them, with the same input: `src/a.ts` beside `/home/ada/shop/src/a.ts`. */
function differentOf(
  files: readonly NamedFile[],
  fileKeyOf: (path: string) => string,
): readonly NamedFile[] {
  if (files.length < 2) return files;
  const inputs = new Map<string, Set<unknown>>();
  return files.filter(({ path, input }) => {
    const key = fileKeyOf(path);
    const known = inputs.get(key) ?? new Set();
    inputs.set(key, known);
    return !known.has(input) && known.add(input);
  });
}
