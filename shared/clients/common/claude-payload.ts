import type { CallFacts, HookCall } from './hook-call.ts';
import { asPayload, textOf, type Payload } from './payload.ts';
import { endCall, heartbeatCall, promptCall, startCall, subagentCall } from './call-builders.ts';

/** How the clients that use Claude Code's payloads differ. */
export interface ClaudeCompatibleClient {
  readonly agentType: string;
  /** The events whose answer reaches the agent. */
  readonly notifyingEvents: ReadonlySet<string>;
}

/** Reads what every payload in Claude Code's format has; undefined when it is not in that format. */
export function readClaudePayload(
  value: unknown,
  { agentType, notifyingEvents }: ClaudeCompatibleClient,
): { readonly call: CallFacts; readonly payload: Payload } | undefined {
  const payload = asPayload(value);
  const event = textOf(payload, 'hook_event_name');
  const conversationId = textOf(payload, 'session_id') ?? textOf(payload, 'sessionId');
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

/** What the client's tools do, before (`check`) and after (`acquire`) they ran. */
type ToolCallReader = (call: CallFacts, payload: Payload, effect: 'check' | 'acquire') => HookCall;

/** What an event means that has the name that Claude Code gives it. */
export function claudeEventCall(
  call: CallFacts,
  payload: Payload,
  toolCall: ToolCallReader,
): HookCall {
  switch (call.event) {
    case 'SubagentStart':
      return subagentCall(call, 'start');
    case 'SubagentStop':
      return subagentCall(call, 'end');
    case 'SessionStart':
      return startCall(call);
    case 'SessionEnd':
      return endCall(call);
    case 'UserPromptSubmit':
      return promptCall(call, textOf(payload, 'prompt'));
    case 'PreToolUse':
      return toolCall(call, payload, 'check');
    case 'PostToolUse':
      return toolCall(call, payload, 'acquire');
    case 'Stop':
      // The turn is over, and so is its last command, though no hook has said so.
      return heartbeatCall(call, 'ended');
    default:
      return heartbeatCall(call);
  }
}
