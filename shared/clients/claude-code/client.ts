import { claudeDownEvents } from '../common/claude-down-events.ts';
import type { AgentClient } from '../client.ts';
import { claudeCodeHooks } from './hooks.ts';
import { claudeCodeModel } from './model.ts';
import { claudeCodeFiles } from './settings.ts';

export const claudeCode: AgentClient = {
  name: 'claude-code',
  title: 'Claude Code',
  folder: '.claude',
  binary: 'claude',
  start: 'claude',
  asks: 'At its first start here it asks whether you trust the folder: say yes.',
  mcpName: /claude[- ]?code/,
  hooks: claudeCodeHooks,
  files: claudeCodeFiles,
  withoutDaemon: { events: claudeDownEvents },
  model: claudeCodeModel,
};
