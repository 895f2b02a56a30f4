import { toolNames } from '../../sessions/tool-names.ts';
import { claudeHooks, claudeNotifying } from '../common/claude-payload.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { writePermissionDecision } from '../common/answers.ts';
import { heartbeatCall, promptCall } from '../common/call-builders.ts';
import { asPayload, textOf, type Payload, editsOf } from '../common/payload.ts';
import { copilotHooks } from '../copilot/hooks.ts';
import { cursorHooks } from '../cursor/hooks.ts';

/**
 * Claude Code. `Stop` comes at the end of every turn, so it is a heartbeat; `SessionEnd` ends. A subagent has its parent's
 * `session_id` and an `agent_id` of its own. To allow, nothing is printed: an allow would override the user's own ask.
 * Other clients run the hooks of its settings too: their payloads are foreign here.
 */
export const claudeCodeHooks: ClientHooks = {
  read(value) {
    const foreign = readForeignPayload(asPayload(value));
    return foreign === undefined ? ownHooks.read(value) : foreign.call;
  },
  write: writePermissionDecision,
};

const tools = toolNames['claude-code'];
const ownHooks = claudeHooks({
  agentType: 'claude-code',
  tools,
  serverTool: 'mcp__',
  notifyingEvents: claudeNotifying,
  filesOf,
  ownEvent,
});

function ownEvent(call: CallFacts, payload: Payload): HookCall | undefined {
  switch (call.event) {
    case 'UserPromptSubmit':
      return promptCall(call, ownPrompt(payload));
    case 'PostToolUseFailure':
      return heartbeatCall(call, tools.shell.includes(call.toolName ?? '') ? 'ended' : undefined);
    default:
      return undefined;
  }
}

function filesOf(payload: Payload): FileEdit[] {
  const input = asPayload(payload['tool_input']);
  // Which of the two a tool writes is not told: both count.
  const paths = ['file_path', 'notebook_path'].flatMap((field) => textOf(input, field) ?? []);
  // A staged write waits for the user's review: nothing is on disk yet.
  const isStaged = asPayload(payload['tool_response'])?.['staged'] === true;
  return isStaged ? [] : paths.map((path) => ({ path, edits: editsOf(input) }));
}

/** What the client says to itself through the prompt, such as the end of a background agent, is no task. */
function ownPrompt(payload: Payload): string | undefined {
  const prompt = textOf(payload, 'prompt')?.trim();
  return prompt?.startsWith('<task-notification>') === true ? undefined : prompt;
}

/**
 * Cursor, Copilot CLI and VS Code also run the hooks that they find in Claude Code's settings, with payloads of their own.
 * Such a payload is read as theirs, so that a call which their own hooks report as well counts once (SES-5). Only a denial
 * is answered here: whether the agent would see anything else is not known.
 */
function readForeignPayload(
  payload: Payload | undefined,
): { readonly call: HookCall | undefined } | undefined {
  const foreign = payload && foreignAdapterOf(payload);
  if (foreign === undefined) return undefined;
  const call = foreign.read(payload);
  return { call: call && Object.assign(call, { canNotify: false }) };
}

/** Claude Code's own payloads have no timestamp. */
function foreignAdapterOf(payload: Payload): ClientHooks | undefined {
  if (payload['cursor_version'] !== undefined) return cursorHooks;
  return payload['timestamp'] === undefined ? undefined : copilotHooks;
}
