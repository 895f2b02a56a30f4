import type { AgentClient } from '../client.ts';
import { windsurfHooks } from './hooks.ts';
import { windsurfFiles } from './settings.ts';

export const windsurf: AgentClient = {
  name: 'windsurf',
  title: 'Windsurf',
  folder: '.windsurf',
  binary: 'windsurf',
  start: 'windsurf .',
  mcpName: /windsurf|codeium/,
  hooks: windsurfHooks,
  files: windsurfFiles,
  withoutDaemon: {
    events: { pre_user_prompt: 'user', pre_write_code: 'unseen' },
    // Its user is shown the very text that a hook prints.
    userNotice: (text) => text,
    deniesByExit: true,
  },
};
