import type { Request } from '../../shared/api/client.ts';
import type { HookEffect, HookEvent } from '../../shared/sessions/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { HookCall } from './hook-call.ts';
import type { HookContext } from './context.ts';

/** One event name of the interface for each effect; the relay takes either family's. */
const eventOf: Record<HookEffect, HookEvent> = {
  start: 'sessionStart',
  check: 'preToolUse',
  acquire: 'postToolUse',
  prompt: 'beforeSubmitPrompt',
  end: 'sessionEnd',
  heartbeat: 'file_check',
};

export interface RelayFacts {
  readonly workspaceSlug: string;
  readonly effect?: HookEffect;
  readonly branch: string;
  readonly filePath?: string;
  /** Empty for the whole file. */
  readonly symbolIds?: readonly string[];
}

/** The hook body that the relay gets: what happened, by path and symbol, and never the text of a file. */
export function relayBody(call: HookCall, facts: RelayFacts): Request<'hook'> {
  const { conversation, task, toolName, toolUseId } = call;
  const { filePath, symbolIds } = facts;
  return {
    event: eventOf[facts.effect ?? call.effect],
    agent_type: call.agentType,
    workspace_slug: facts.workspaceSlug,
    conversation_id: conversation.conversationId,
    branch: facts.branch,
    ...(conversation.agentId !== '' && { agent_id: conversation.agentId }),
    ...(task !== undefined && { task }),
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
    ...(filePath !== undefined && { file_path: filePath }),
    ...(symbolIds !== undefined && symbolIds.length > 0 && { symbol_ids: [...symbolIds] }),
  };
}

/** The branch of the work tree that the call writes in, or else works in. */
export function branchOf({ paths }: Pick<HookContext, 'paths'>, call: HookCall): string {
  if (call.branch !== undefined) return call.branch;
  const path = 'files' in call ? call.files[0]?.path : undefined;
  const resolved = path === undefined ? undefined : paths.resolve(path);
  if (resolved !== undefined && !isRefusal(resolved) && resolved.kind === 'inside') {
    return paths.branchOf(resolved.workTree);
  }
  return paths.branchOf(call.cwd === undefined ? undefined : paths.workTreeOf(call.cwd));
}
