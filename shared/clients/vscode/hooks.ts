import { toolNames } from '../../sessions/tool-names.ts';
import { claudeHooks } from '../common/claude-payload.ts';
import type { FileEdit } from '../common/hook-call.ts';
import { endCall } from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, editsOf, listOf, textOf, type Payload } from '../common/payload.ts';

/**
 * VS Code's local agents. There is no end of a session, so the end of a turn is the end; the next write opens it again. The
 * hooks run on every tool, whatever their matchers say.
 */
export const vscodeHooks = claudeHooks({
  agentType: 'vscode',
  tools: toolNames.vscode,
  notifyingEvents: new Set(['SessionStart', 'PreToolUse', 'PostToolUse', 'SubagentStart']),
  filesOf: (payload) => filesOf(asPayload(payload['tool_input']) ?? {}),
  ownEvent: (call) => (call.event === 'Stop' ? endCall(call) : undefined),
});

/**
 * Whether a payload with Claude Code's names is from VS Code: it names a tool that only VS Code has, or it has a timestamp, as
 * Copilot's has, and a call id or a transcript.
 */
export function isVsCodes(payload: Payload | undefined): boolean {
  const { writing, shell } = toolNames.vscode;
  const tool = textOf(payload, 'tool_name') ?? '';
  const isNamed = writing.includes(tool) || shell.includes(tool);
  if (isNamed && tool !== 'apply_patch') return true;
  if (payload === undefined || typeof payload['timestamp'] !== 'string') return false;
  if ('tool_name' in payload) return 'tool_use_id' in payload;
  return 'transcript_path' in payload && !('stop_reason' in payload);
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
