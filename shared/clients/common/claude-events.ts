import { endCall, heartbeatCall, promptCall, startCall, subagentCall } from './call-builders.ts';
import type { CallFacts, HookCall } from './hook-call.ts';
import { textOf, type Payload } from './payload.ts';

/** What the client's tools do, before (`check`) and after (`acquire`) they ran. */
export type ToolCallReader = (
  call: CallFacts,
  payload: Payload,
  effect: 'check' | 'acquire',
) => HookCall;

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
    default:
      return heartbeatCall(call);
  }
}
