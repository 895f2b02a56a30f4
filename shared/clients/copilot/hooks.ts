import { claudeEventCall } from '../common/claude-payload.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { contextOf, denialOf, permissionDenial } from '../common/answers.ts';
import { shellCall, writeCall } from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, textOf, type Payload } from '../common/payload.ts';
import { editsOf } from '../common/tool-input.ts';
import { isVsCodes, vscodeHooks } from '../vscode/hooks.ts';

/**
 * Copilot CLI, whose events are configured by their names in Claude Code, so that the payload names the event. `Stop` comes
 * at the end of every turn. A subagent's events have its own id as `session_id` and name the parent. VS Code runs the hooks
 * of the same file.
 */
export const copilotHooks: ClientHooks = { read, write };

const writeTools: ReadonlySet<string> = new Set(['Write', 'Edit']);
const shellTool = 'Bash';

/** The events whose `additionalContext` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['SessionStart', 'PreToolUse', 'PostToolUse']);

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  if (isVsCodes(payload)) return vscodeHooks.read(payload);
  const event = eventOf(payload);
  const sessionId = textOf(payload, 'session_id') ?? textOf(payload, 'sessionId');
  if (payload === undefined || event === undefined || sessionId === undefined) return undefined;
  const conversationId = textOf(payload, 'parent_agent_id') ?? sessionId;
  const call = {
    event,
    conversation: { conversationId, agentId: textOf(payload, 'agent_id') ?? '' },
    agentType: 'copilot',
    canNotify: notifyingEvents.has(event),
    cwd: textOf(payload, 'cwd'),
    toolName: textOf(payload, 'tool_name'),
    toolUseId: toolUseOf(payload),
  };
  return claudeEventCall(call, payload, toolCall);
}

/** The start of a subagent is the one event whose payload has no event name. */
function eventOf(payload: Payload | undefined): string | undefined {
  const isStart = textOf(payload, 'agentName') !== undefined;
  return textOf(payload, 'hook_event_name') ?? (isStart ? 'SubagentStart' : undefined);
}

/** A call has no id, but every hook of it has the same timestamp. */
function toolUseOf(payload: Payload): string | undefined {
  const tool = textOf(payload, 'tool_name');
  const timestamp = textOf(payload, 'timestamp');
  return tool === undefined || timestamp === undefined ? undefined : `${tool} at ${timestamp}`;
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (call.toolName === shellTool) return shellCall(call, effect);
  const files = writeTools.has(call.toolName ?? '') ? filesOf(payload['tool_input']) : [];
  return writeCall(call, effect, files);
}

/** A patch is the whole input. */
function filesOf(value: unknown): FileEdit[] {
  if (typeof value === 'string') return filesOfPatch(value);
  const input = asPayload(value);
  const path = textOf(input, 'path');
  return path === undefined ? [] : [{ path, edits: editsOf(input) }];
}

function write(call: HookCall, answer: HookAnswer): string {
  if (call.agentType === 'vscode') return vscodeHooks.write(call, answer);
  const denial = call.effect === 'check' ? denialOf(answer) : undefined;
  if (denial !== undefined) return permissionDenial(denial);
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : JSON.stringify({ additionalContext: context });
}
