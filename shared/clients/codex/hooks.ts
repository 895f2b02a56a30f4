import { toolNames } from '../../sessions/tool-names.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { claudeHooks, claudeNotifying } from '../common/claude-payload.ts';
import { asPayload, textOf } from '../common/payload.ts';

/**
 * Codex. Its hooks look like Claude Code's, but files are written by `apply_patch` alone, many at a time. `Stop` comes at
 * the end of every turn, so it is a heartbeat; `SessionEnd` ends. One key more than it knows turns a denial into nothing,
 * so exactly the form that it reads is printed, and nothing to allow. A patch that does not fit is never reported as done.
 */
export const codexHooks = claudeHooks({
  agentType: 'codex',
  tools: toolNames.codex,
  serverTool: 'mcp__',
  notifyingEvents: claudeNotifying,
  filesOf: ({ tool_input: input }) =>
    filesOfPatch(textOf(asPayload(input), 'command') ?? '', 'atEnd'),
});
