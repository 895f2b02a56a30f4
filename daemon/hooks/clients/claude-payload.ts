import type { CallFacts } from '../hook-call.ts';
import { asPayload, textOf, type Payload } from './payload.ts';

/** What tells the clients apart that have taken over Claude Code's payloads. */
export interface ClaudeCompatibleClient {
  readonly agentType: string;
  /** The events whose answer reaches the agent. */
  readonly notifyingEvents: ReadonlySet<string>;
}

/** What a payload in Claude Code's form tells, whatever it means; undefined for what is none. */
export function readClaudePayload(
  value: unknown,
  { agentType, notifyingEvents }: ClaudeCompatibleClient,
): { readonly call: CallFacts; readonly payload: Payload } | undefined {
  const payload = asPayload(value);
  const event = textOf(payload, 'hook_event_name');
  const conversationId = textOf(payload, 'session_id');
  if (payload === undefined || event === undefined || conversationId === undefined)
    return undefined;
  const call = {
    event,
    conversation: { conversationId, agentId: textOf(payload, 'agent_id') ?? '' },
    agentType,
    canNotify: notifyingEvents.has(event),
    cwd: textOf(payload, 'cwd'),
    toolName: textOf(payload, 'tool_name'),
    toolUseId: textOf(payload, 'tool_use_id'),
  };
  return { call, payload };
}
