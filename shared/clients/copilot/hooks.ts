import { claudeEventCall, eventNameOf } from '../common/claude-payload.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { contextOf, denialOf } from '../common/answers.ts';
import { heartbeatCall, shellCall, writeCall } from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, textOf, type Payload, editsOf } from '../common/payload.ts';
import { parseJson } from '../../kernel/json.ts';
import { isVsCodes, vscodeHooks } from '../vscode/hooks.ts';

/**
 * Copilot CLI, whose events are configured by their names in Claude Code, so that the payload names the event. `Stop` comes
 * at the end of every turn. A subagent's events have its own id as `session_id` and name the parent. VS Code runs the hooks
 * of the same file. Under Copilot's own names of the events, which people configure by hand, fields and tools have other names.
 */
export const copilotHooks: ClientHooks = { read, write };

/** Its own names of tools, by those that it gives them under Claude Code's names of events. */
const toolNames: ReadonlyMap<string, string> = new Map([
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['str_replace', 'Edit'],
  ['apply_patch', 'Edit'],
  ['bash', 'Bash'],
  ['powershell', 'Bash'],
]);
const writeTools: ReadonlySet<string> = new Set(['Write', 'Edit']);
const shellTool = 'Bash';

/** The events whose `additionalContext` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['SessionStart', 'PreToolUse', 'PostToolUse']);

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  if (!isOwnWrite(payload) && isVsCodes(payload)) return vscodeHooks.read(payload);
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
    toolName: toolOf(payload),
    toolUseId: toolUseOf(payload),
  };
  return claudeEventCall(call, payload, toolCall);
}

/** A patch has the same name in VS Code. */
function isOwnWrite(payload: Payload | undefined): boolean {
  const isPatch = textOf(payload, 'tool_name') === 'apply_patch';
  return !isPatch && writeTools.has(toolOf(payload) ?? '');
}

function toolOf(payload: Payload | undefined): string | undefined {
  const name = textOf(payload, 'tool_name') ?? textOf(payload, 'toolName');
  return name === undefined ? undefined : (toolNames.get(name) ?? name);
}

/** The start of a subagent has no event name, and nothing has one under Copilot's own names of events. */
function eventOf(payload: Payload | undefined): string | undefined {
  const name = eventNameOf(payload);
  if (name !== undefined) return name.charAt(0).toUpperCase() + name.slice(1);
  if (textOf(payload, 'agentName') !== undefined) return 'SubagentStart';
  if (payload === undefined || toolOf(payload) === undefined) return undefined;
  if ('error' in payload) return 'PostToolUseFailure';
  const isOver = 'tool_result' in payload || 'toolResult' in payload;
  return isOver ? 'PostToolUse' : 'PreToolUse';
}

/** A call has no id, but every hook of one of its moments has the same timestamp. */
function toolUseOf(payload: Payload): string | undefined {
  const tool = toolOf(payload);
  const timestamp = textOf(payload, 'timestamp');
  return tool === undefined || timestamp === undefined ? undefined : `${tool} at ${timestamp}`;
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (call.toolName === shellTool) return shellCall(call, effect, asPayload(inputOf(payload)));
  if (!writeTools.has(call.toolName ?? '')) return heartbeatCall(call);
  return writeCall(call, effect, filesOf(inputOf(payload)));
}

/** What the tool was given: an object or one as JSON, and of a patch its text. */
function inputOf(payload: Payload): unknown {
  const given = payload['tool_input'] ?? payload['toolArgs'];
  return typeof given === 'string' && given.startsWith('{') ? parseJson(given) : given;
}

function filesOf(value: unknown): FileEdit[] {
  if (typeof value === 'string') return filesOfPatch(value);
  const input = asPayload(value);
  const patch = textOf(input, 'input') ?? textOf(input, 'patch');
  if (patch !== undefined) return filesOfPatch(patch);
  const path = textOf(input, 'path') ?? textOf(input, 'file_path') ?? textOf(input, 'filePath');
  return path === undefined ? [] : [{ path, edits: editsOf(input) }];
}

/** In Claude Code's form a denial is read only where the event has Claude Code's name. */
export function copilotDenial(reason: string): object {
  return { permissionDecision: 'deny', permissionDecisionReason: reason };
}

function write(call: HookCall, answer: HookAnswer): string {
  if (call.agentType === 'vscode') return vscodeHooks.write(call, answer);
  const denial = call.effect === 'check' ? denialOf(answer) : undefined;
  if (denial !== undefined) return JSON.stringify(copilotDenial(denial));
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : JSON.stringify({ additionalContext: context });
}
