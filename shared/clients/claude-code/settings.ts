import { toolNames } from '../../sessions/tool-names.ts';
import type { PlannedFile } from '../common/planned-files.ts';
import { hookScriptPath } from '../common/hook-script-path.ts';
import { projectServers, serverName } from '../common/mcp-servers.ts';
import { nestedHooks, type WantedHook } from '../common/nested-hooks.ts';

const tools = toolNames['claude-code'];
const writeTools = tools.writing.join('|');
const shellTool = tools.shell.join('|');

/** Longer than the script's own limit, so that the client never cuts off an answer that is still coming. */
const timeoutSeconds = 5;

/**
 * Shell calls are reported too, because what they write passes no Edit or Write hook, and calls of coord's own tools,
 * because only the hook says which agent makes them. They go by words of their own: neither is a write that a missing daemon
 * may deny, or after which the agent is told that it is not reserved.
 */
const hooks: readonly WantedHook[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: writeTools },
  { event: 'PreToolUse', matcher: shellTool, word: 'PreToolUse-Bash' },
  { event: 'PreToolUse', matcher: `mcp__${serverName}__.*`, word: 'PreToolUse-mcp' },
  { event: 'PostToolUse', matcher: writeTools },
  { event: 'PostToolUse', matcher: shellTool, word: 'PostToolUse-Bash' },
  { event: 'PostToolUseFailure', matcher: `${writeTools}|${shellTool}` },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  { event: 'SessionEnd' },
];

export const claudeCodeFiles: readonly PlannedFile[] = [
  {
    kind: 'json',
    path: '.claude/settings.json',
    ...nestedHooks({
      client: 'claude-code',
      script: `"$CLAUDE_PROJECT_DIR"/${hookScriptPath}`,
      timeout: timeoutSeconds,
      hooks,
    }),
  },
  projectServers,
];
