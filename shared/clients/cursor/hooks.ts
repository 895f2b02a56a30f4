import { toolNames } from '../../sessions/tool-names.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { contextOf, denialOf } from '../common/answers.ts';
import {
  heartbeatCall,
  endCall,
  promptCall,
  startCall,
  shellCall,
  writeCall,
} from '../common/call-builders.ts';
import { asPayload, firstText, textOf, type Payload, editsOf } from '../common/payload.ts';

/**
 * Cursor. `stop` comes at the end of every turn, so it is a heartbeat; `sessionEnd` ends. A subagent is a conversation of its
 * own that names no parent. The hook before a write fails closed, so there an allow is printed as well; it overrides nothing
 * of the user's.
 */
export const cursorHooks: ClientHooks = { read, write };

const tools = toolNames.cursor;

/** What Claude Code's settings call the events, where Cursor runs the hooks that it finds there. */
const ownNames: Readonly<Record<string, string>> = {
  SessionStart: 'sessionStart',
  UserPromptSubmit: 'beforeSubmitPrompt',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  Stop: 'stop',
  SessionEnd: 'sessionEnd',
};

/** The events whose `additional_context` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['sessionStart', 'postToolUse']);

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  const name = textOf(payload, 'hook_event_name');
  const conversationId = textOf(payload, 'conversation_id') ?? textOf(payload, 'session_id');
  if (payload === undefined || name === undefined || conversationId === undefined) return undefined;
  const event = ownNames[name] ?? name;
  const call = {
    event,
    conversation: { conversationId, agentId: '' },
    agentType: 'cursor',
    canNotify: notifyingEvents.has(event),
    // Events without the folder of the agent have the folders of the workspace.
    cwd: textOf(payload, 'cwd') ?? firstText(payload['workspace_roots']),
    toolName: textOf(payload, 'tool_name'),
    toolUseId: textOf(payload, 'tool_use_id'),
  };
  return withEffect(call, payload);
}

function withEffect(call: CallFacts, payload: Payload): HookCall {
  switch (call.event) {
    case 'sessionStart':
      return startCall(call);
    case 'sessionEnd':
      return endCall(call);
    case 'beforeSubmitPrompt':
      return promptCall(call, textOf(payload, 'prompt'));
    case 'preToolUse':
      return toolCall(call, payload, 'check');
    case 'postToolUse':
      return toolCall(call, payload, 'acquire');
    case 'afterFileEdit':
      return writing(call, payload, 'acquire');
    case 'afterShellExecution':
    case 'stop':
      return heartbeatCall(call, 'ended');
    default:
      return heartbeatCall(call);
  }
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (tools.shell.includes(call.toolName ?? ''))
    return shellCall(call, effect, asPayload(payload['tool_input']));
  const input = asPayload(payload['tool_input']);
  return tools.writing.includes(call.toolName ?? '')
    ? writing(call, input, effect)
    : heartbeatCall(call);
}

function writing(
  call: CallFacts,
  input: Payload | undefined,
  effect: 'check' | 'acquire',
): HookCall {
  const path = textOf(input, 'file_path') ?? textOf(input, 'path');
  const edits: FileEdit['edits'] =
    call.toolName === 'Delete' ? [{ kind: 'delete' }] : editsOf(input);
  return writeCall(call, effect, path === undefined ? [] : [{ path, edits }]);
}

function write(call: HookCall, answer: HookAnswer): string {
  const denial = denialOf(answer);
  if (denial !== undefined) {
    return JSON.stringify({ permission: 'deny', user_message: denial, agent_message: denial });
  }
  if (call.effect === 'check') return '{"permission":"allow"}';
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : JSON.stringify({ additional_context: context });
}
