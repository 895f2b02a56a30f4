import type { JsonFile } from './planned-files.ts';
import { listedEntry, listedPlaces } from './hook-lists.ts';

const caller = 'copilot';
const writeTools = 'create|edit|apply_patch|Write|Edit';
const shellTools = 'bash|powershell|Bash';

/**
 * Copilot CLI and VS Code run the hooks of one folder, in the repository's top folder, so there is one file for both. Copilot
 * CLI tells a hook its event only where it is configured by its name in Claude Code. VS Code ignores the matchers.
 */
const hooks: readonly { event: string; word?: string; matcher?: string }[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: writeTools },
  { event: 'PreToolUse', matcher: shellTools, word: 'PreToolUse-Bash' },
  { event: 'PostToolUse', matcher: `${writeTools}|${shellTools}` },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  { event: 'SessionEnd' },
];

export const githubHooks: JsonFile = {
  kind: 'json',
  path: '.github/hooks/coord.json',
  base: { version: 1 },
  entries: hooks.map(({ event, word = event, matcher }) =>
    listedEntry({
      event,
      key: 'command',
      words: `${caller} ${word}`,
      settings: { type: 'command', ...(matcher !== undefined && { matcher }) },
    }),
  ),
  placesIn: (document) => listedPlaces(document, { key: 'command', clients: [caller] }),
};
