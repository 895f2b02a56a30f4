import type { ToolNames } from '../../sessions/tool-names.ts';
import { writePermissionDecision } from './answers.ts';
import {
  endCall,
  heartbeatCall,
  promptCall,
  serverToolCall,
  shellCall,
  startCall,
  subagentCall,
  writeCall,
} from './call-builders.ts';
import type { ClientHooks } from './client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from './hook-call.ts';
import { asPayload, textOf, type Payload } from './payload.ts';

/** How a client differs whose hooks are Claude Code's in form. */
interface ClaudeCompatibleClient {
  readonly agentType: string;
  /** The events whose `additionalContext` reaches the agent. */
  readonly notifyingEvents: ReadonlySet<string>;
  readonly tools: ToolNames;
  /** How the names of MCP servers' tools begin; left out where no hook comes before their calls. */
  readonly serverTool?: string;
  /** The files that a call of a writing tool names, with what it does there. */
  readonly filesOf: (payload: Payload) => FileEdit[];
  /** Of an event that means something else than in Claude Code's own form. */
  readonly ownEvent?: (call: CallFacts, payload: Payload) => HookCall | undefined;
}

/** The events whose context reaches the agent. At `Stop` and `SubagentStop` it would cost another turn. */
export const claudeNotifying: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
]);

/** The hooks of a client that sends Claude Code's payloads and takes its answers. */
export function claudeHooks(client: ClaudeCompatibleClient): ClientHooks {
  const toolCall = toolCallOf(client);
  return {
    read(value) {
      const facts = readClaudePayload(value, client);
      if (facts === undefined) return undefined;
      const { call, payload } = facts;
      return client.ownEvent?.(call, payload) ?? claudeEventCall(call, payload, toolCall);
    },
    write: writePermissionDecision,
  };
}

function toolCallOf({ tools, serverTool, filesOf }: ClaudeCompatibleClient): ToolCallReader {
  return (call, payload, effect) => {
    const tool = call.toolName ?? '';
    if (tools.shell.includes(tool))
      return shellCall(call, effect, asPayload(payload['tool_input']));
    if (effect === 'check' && serverTool !== undefined && tool.startsWith(serverTool))
      return serverToolCall(call);
    if (!tools.writing.includes(tool)) return heartbeatCall(call);
    return writeCall(call, effect, filesOf(payload));
  };
}

/** Also as VS Code has called it since version 1.109 (microsoft/vscode#301152). */
export function eventNameOf(payload: Payload | undefined): string | undefined {
  return textOf(payload, 'hook_event_name') ?? textOf(payload, 'hookEventName');
}

/** Reads what every payload in Claude Code's format has; undefined when it is not in that format. */
export function readClaudePayload(
  value: unknown,
  { agentType, notifyingEvents }: Pick<ClaudeCompatibleClient, 'agentType' | 'notifyingEvents'>,
): { readonly call: CallFacts; readonly payload: Payload } | undefined {
  const payload = asPayload(value);
  const event = eventNameOf(payload);
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
