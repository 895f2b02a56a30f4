import { toolNames } from '../../sessions/tool-names.ts';
import type { PlannedFile } from '../common/planned-files.ts';
import { listedEntry, listedPlaces, type ListedHook } from '../common/hook-lists.ts';
import type { JsonObject } from '../common/settings-entries.ts';
import { mcpEntry, mcpPlacesIn } from '../common/mcp-servers.ts';

const name = 'cursor';
const writeTools = toolNames.cursor.writing.join('|');
const shellTool = toolNames.cursor.shell.join('|');

/** Longer than the script's own limit, so that the client never cuts off an answer that is still coming. */
const limit = { timeout: 10 };

/**
 * The commands run in the project's folder. One event that Cursor does not know voids the whole file, so only long-standing
 * ones stand here. The hook before a write fails closed; one before a shell command does not, and goes by a word of its
 * own, because a missing daemon may not deny it.
 */
const hooks: readonly { event: string; word?: string; settings?: JsonObject }[] = [
  { event: 'sessionStart' },
  { event: 'beforeSubmitPrompt' },
  { event: 'preToolUse', settings: { matcher: writeTools, failClosed: true } },
  { event: 'preToolUse', word: 'preToolUse-Shell', settings: { matcher: shellTool } },
  { event: 'postToolUse', settings: { matcher: writeTools } },
  { event: 'afterFileEdit' },
  { event: 'afterShellExecution' },
  { event: 'stop' },
  { event: 'sessionEnd' },
];

export const cursorFiles: readonly PlannedFile[] = [
  {
    kind: 'json',
    path: '.cursor/hooks.json',
    base: { version: 1 },
    entries: hooks.map((hook) => listedEntry(listed(hook))),
    placesIn: (document) => listedPlaces(document, { key: 'command', clients: [name] }),
  },
  {
    kind: 'json',
    path: '.cursor/mcp.json',
    servers: true,
    entries: [mcpEntry(['mcpServers'])],
    placesIn: (document) => mcpPlacesIn(document, ['mcpServers']),
  },
];

function listed({ event, word = event, settings }: (typeof hooks)[number]): ListedHook {
  const type = { type: 'command' };
  return {
    event,
    key: 'command',
    words: `${name} ${word}`,
    settings: { ...type, ...settings, ...limit },
  };
}
