import { claudeEventCall, readClaudePayload } from '../common/claude-payload.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, HookCall } from '../common/hook-call.ts';
import { writePermissionDecision } from '../common/answers.ts';
import { heartbeatCall, serverToolCall, shellCall, writeCall } from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, textOf, type Payload } from '../common/payload.ts';

/**
 * Codex. Its hooks look like Claude Code's, but files are written by `apply_patch` alone, many at a time. `Stop` comes at
 * the end of every turn, so it is a heartbeat; `SessionEnd` ends. One key more than it knows turns a denial into nothing,
 * so exactly the form that it reads is printed, and nothing to allow.
 */
export const codexHooks: ClientHooks = { read, write: writePermissionDecision };

const patchTool = 'apply_patch';
const shellTool = 'Bash';
/** How the tools of MCP servers are called here. */
const serverTool = 'mcp__';

/** The events whose `additionalContext` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
]);

function read(value: unknown): HookCall | undefined {
  const facts = readClaudePayload(value, { agentType: 'codex', notifyingEvents });
  return facts && claudeEventCall(facts.call, facts.payload, toolCall);
}

/** A patch that does not fit is never reported as done. */
function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (call.toolName === shellTool) return shellCall(call, effect, asPayload(payload['tool_input']));
  if (effect === 'check' && call.toolName?.startsWith(serverTool) === true)
    return serverToolCall(call);
  if (call.toolName !== patchTool) return heartbeatCall(call);
  return writeCall(call, effect, filesOfPatch(patchOf(payload), 'atEnd'));
}

function patchOf(payload: Payload): string {
  return textOf(asPayload(payload['tool_input']), 'command') ?? '';
}
