import type { PlannedFile } from '../common/planned-files.ts';

/** A hook is a file that has the name of its event. */
const events = [
  'TaskStart',
  'TaskResume',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'TaskComplete',
  'TaskCancel',
];

/** The terminal and VS Code both look into this folder. Its MCP servers stand in a file of the user's. */
export const clineFiles: readonly PlannedFile[] = events.map((event) => ({
  kind: 'text',
  path: `.clinerules/hooks/${event}`,
  source: 'cline/event.sh',
  mode: 0o755,
}));
