import { claudeDownEvents } from '../common/claude-down-events.ts';
import type { AgentClient } from '../client.ts';
import { checkCodexTrust } from './doctor.ts';
import { codexHooks } from './hooks.ts';
import { codexModel } from './model.ts';
import { codexFiles } from './settings.ts';

export const codex: AgentClient = {
  name: 'codex',
  title: 'Codex',
  folder: '.codex',
  binary: 'codex',
  start: 'codex',
  asks: 'Say that you trust the folder, then review the hooks with /hooks and trust them. Until then it runs none, and says nothing.',
  mcpName: /codex/,
  hooks: codexHooks,
  files: codexFiles,
  withoutDaemon: { events: claudeDownEvents },
  check: checkCodexTrust,
  model: codexModel,
};
