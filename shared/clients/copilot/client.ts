import type { AgentClient } from '../client.ts';
import { checkCopilotTrust } from './doctor.ts';
import { copilotDenial, copilotHooks } from './hooks.ts';
import { copilotFiles } from './settings.ts';

/** Its tools of MCP servers are called under the name of VS Code, which runs the same hooks. */
export const copilot: AgentClient = {
  name: 'copilot',
  title: 'Copilot CLI',
  folder: '.github/hooks',
  binary: 'copilot',
  start: 'copilot',
  asks: 'Say that you trust the folder.',
  hooks: copilotHooks,
  files: copilotFiles,
  withoutDaemon: {
    events: {
      SessionStart: 'agent',
      UserPromptSubmit: 'user',
      PreToolUse: 'before',
      'PreToolUse-Bash': 'user',
      PostToolUse: 'after',
    },
    // Of a denial by exit code the agent does not learn the reason.
    denial: copilotDenial,
    agentNotice: (text) => ({ additionalContext: text }),
    // Its user is shown nothing, but the agent is.
    userNotice: (text) => ({ additionalContext: text }),
  },
  // Copilot CLI sets it for its hooks, VS Code does not; VS Code takes Claude Code's forms.
  runsAs: { without: 'COPILOT_CLI', client: 'vscode' },
  check: checkCopilotTrust,
};
