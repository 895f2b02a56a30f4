import type { FormWithoutDaemon } from '../client.ts';

/** What the events of Claude Code's hooks do without a daemon, also in a client that has taken all of them over. */
export const claudeDownEvents: FormWithoutDaemon['events'] = {
  SessionStart: 'agent',
  UserPromptSubmit: 'user',
  PreToolUse: 'before',
  'PreToolUse-Bash': 'user',
  'PreToolUse-mcp': 'user',
  PostToolUse: 'after',
};
