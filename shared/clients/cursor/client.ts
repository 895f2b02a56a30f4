import type { AgentClient } from '../client.ts';
import { checkCursorSettings } from './doctor.ts';
import { cursorHooks } from './hooks.ts';
import { cursorFiles } from './settings.ts';

export const cursor: AgentClient = {
  name: 'cursor',
  title: 'Cursor',
  folder: '.cursor',
  binary: 'cursor',
  start: 'cursor .',
  mcpName: /cursor/,
  hooks: cursorHooks,
  files: cursorFiles,
  withoutDaemon: {
    events: { sessionStart: 'agent', preToolUse: 'before', postToolUse: 'after' },
    denial: (text) => ({ permission: 'deny', user_message: text, agent_message: text }),
    agentNotice: (text) => ({ additional_context: text }),
    userNotice: (text) => ({ permission: 'allow', user_message: text, agent_message: text }),
    // This hook fails closed: where it prints nothing, the agent may not write.
    silence: { preToolUse: { permission: 'allow' } },
  },
  check: checkCursorSettings,
};
