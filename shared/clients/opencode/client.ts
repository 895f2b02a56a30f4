import type { AgentClient } from '../client.ts';
import { opencodeHooks } from './hooks.ts';
import { opencodeModel } from './model.ts';
import { opencodeFiles } from './settings.ts';

export const opencode: AgentClient = {
  name: 'opencode',
  title: 'OpenCode',
  folder: '.opencode',
  binary: 'opencode',
  start: 'opencode',
  mcpName: /opencode/,
  hooks: opencodeHooks,
  files: opencodeFiles,
  model: opencodeModel,
};
