import { claudeEventCall, readClaudePayload } from '../common/claude-payload.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { writePermissionDecision } from '../common/answers.ts';
import { endCall, heartbeatCall, shellCall, writeCall } from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, editsOf, listOf, textOf, type Payload } from '../common/payload.ts';

/**
 * VS Code's local agents. There is no end of a session, so the end of a turn is the end; the next write opens it again. The
 * hooks run on every tool, whatever their matchers say.
 */
export const vscodeHooks: ClientHooks = { read, write: writePermissionDecision };

const patchTool = 'apply_patch';
const writeTools: ReadonlySet<string> = new Set([
  'create_file',
  'createFile',
  'editFiles',
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'insert_edit_into_file',
  'edit_notebook_file',
  patchTool,
]);
const shellTools: ReadonlySet<string> = new Set(['run_in_terminal', 'runTerminalCommand']);

/** The events whose `additionalContext` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set([
  'SessionStart',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
]);

/**
 * Whether a payload with Claude Code's names is from VS Code: it names a tool that only VS Code has, or it has a timestamp, as
 * Copilot's has, and a call id or a transcript.
 */
export function isVsCodes(payload: Payload | undefined): boolean {
  const tool = textOf(payload, 'tool_name') ?? '';
  if (tool !== patchTool && (writeTools.has(tool) || shellTools.has(tool))) return true;
  if (payload === undefined || typeof payload['timestamp'] !== 'string') return false;
  if ('tool_name' in payload) return 'tool_use_id' in payload;
  return 'transcript_path' in payload && !('stop_reason' in payload);
}

function read(value: unknown): HookCall | undefined {
  const facts = readClaudePayload(value, { agentType: 'vscode', notifyingEvents });
  return facts && withEffect(facts.call, facts.payload);
}

function withEffect(call: CallFacts, payload: Payload): HookCall {
  return call.event === 'Stop' ? endCall(call) : claudeEventCall(call, payload, toolCall);
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  const tool = call.toolName ?? '';
  if (shellTools.has(tool)) return shellCall(call, effect, asPayload(payload['tool_input']));
  if (!writeTools.has(tool)) return heartbeatCall(call);
  return writeCall(call, effect, filesOf(asPayload(payload['tool_input']) ?? {}));
}

/** One file, a list of files, a list of replacements in several, or a patch. */
function filesOf(input: Payload): FileEdit[] {
  const patch = textOf(input, 'input');
  if (patch !== undefined) return filesOfPatch(patch);
  const parts = listOf(input['replacements']).map(asPayload);
  const named = listOf(input['files']).map((file) =>
    typeof file === 'string' ? { filePath: file } : asPayload(file),
  );
  return [input, ...parts, ...named].flatMap((part) => fileOf(part) ?? []);
}

function fileOf(part: Payload | undefined): FileEdit | undefined {
  const path = textOf(part, 'filePath');
  return path === undefined ? undefined : { path, edits: editsOf(part) };
}
