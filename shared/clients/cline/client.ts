import type { AgentClient } from '../client.ts';
import { clineHooks } from './hooks.ts';
import { clineFiles } from './settings.ts';

export const cline: AgentClient = {
  name: 'cline',
  title: 'Cline',
  // With a stroke, as it may also be a file, which has rules only.
  folder: '.clinerules/',
  binary: 'cline',
  start: 'cline',
  asks: 'In VS Code, turn on "Enable Hooks" in its settings. Until then it runs none, and says nothing.',
  mcpName: /cline/,
  hooks: clineHooks,
  files: clineFiles,
  withoutDaemon: {
    events: { PreToolUse: 'before', PostToolUse: 'after' },
    denial: (text) => ({ cancel: true, errorMessage: text }),
    agentNotice: (text) => ({ contextModification: text }),
    userNotice: (text) => ({ contextModification: text }),
  },
};
