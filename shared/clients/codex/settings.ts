import { toolNames } from '../../sessions/tool-names.ts';
import type { PlannedFile } from '../common/planned-files.ts';
import { hookScriptPath } from '../common/hook-script-path.ts';
import { server, serverName } from '../common/mcp-servers.ts';
import { nestedHooks, type WantedHook } from '../common/nested-hooks.ts';

const patchTool = toolNames.codex.writing.join('|');
const shellTool = toolNames.codex.shell.join('|');

/** Longer than the script's own limit, so that the client never cuts off an answer that is still coming. */
const timeoutSeconds = 5;
/** The client gives the end of a session no more, and complains of a longer one at every start. */
const endTimeoutSeconds = 3;

const hooks: readonly WantedHook[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: patchTool },
  { event: 'PreToolUse', matcher: shellTool, word: 'PreToolUse-Bash' },
  { event: 'PreToolUse', matcher: `mcp__${serverName}__.*`, word: 'PreToolUse-mcp' },
  { event: 'PostToolUse', matcher: patchTool },
  { event: 'PostToolUse', matcher: shellTool, word: 'PostToolUse-Bash' },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  { event: 'SessionEnd', timeout: endTimeoutSeconds },
];

/**
 * Hooks start in the agent's folder, which may lie below the repository's, and are told no other. Only then is git asked,
 * because it takes as long as half of the whole hook.
 */
const script = `[ -x ${hookScriptPath} ] || cd "$(git rev-parse --show-toplevel)"; ${hookScriptPath}`;

export const codexFiles: readonly PlannedFile[] = [
  {
    kind: 'json',
    path: '.codex/hooks.json',
    ...nestedHooks({ client: 'codex', script, timeout: timeoutSeconds, hooks }),
  },
  {
    kind: 'toml',
    path: '.codex/config.toml',
    table: ['mcp_servers', serverName],
    // Its tools change nothing but what coord knows. Without this they are refused where nobody can be asked.
    values: { ...server, default_tools_approval_mode: 'approve' },
  },
];
