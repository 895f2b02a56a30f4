import type { AgentClient } from '../client.ts';
import { vscodeHooks } from './hooks.ts';
import { vscodeFiles } from './settings.ts';

export const vscode: AgentClient = {
  name: 'vscode',
  title: 'VS Code',
  folder: '.vscode',
  binary: 'code',
  start: 'code .',
  asks: 'Say that you trust the workspace.',
  mcpName: /visual studio code|vscode|copilot/,
  hooks: vscodeHooks,
  files: vscodeFiles,
  // Its hooks come under the name of Copilot CLI: see `runsAs` there.
  withoutDaemon: {
    events: {
      SessionStart: 'agent',
      UserPromptSubmit: 'user',
      PreToolUse: 'before',
      'PreToolUse-Bash': 'user',
    },
  },
};
