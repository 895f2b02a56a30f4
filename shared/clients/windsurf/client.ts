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
    beforeWrite: ['pre_write_code'],
    userSees: ['pre_user_prompt'],
    user: 'shown text',
    deniesByExit: true,
  },
};
