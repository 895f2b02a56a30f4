import { toolNames } from '../../sessions/tool-names.ts';
import type { PlannedFile } from '../common/planned-files.ts';
import { hookScriptPath } from '../common/hook-script-path.ts';
import { mcpEntry, mcpPlacesIn, serverName } from '../common/mcp-servers.ts';
import { nestedHooks, type WantedHook } from '../common/nested-hooks.ts';

const writeTools = toolNames.gemini.writing.join('|');
const shellTool = toolNames.gemini.shell.join('|');

/** Longer than the script's own limit, so that the client never cuts off an answer that is still coming. */
const timeoutMs = 5_000;

/** The same events as for other clients, in this one's words; it knows no hooks of subagents. */
const hooks: readonly WantedHook[] = [
  { event: 'SessionStart' },
  { event: 'BeforeAgent' },
  { event: 'BeforeTool', matcher: writeTools },
  { event: 'BeforeTool', matcher: shellTool, word: 'BeforeTool-shell' },
  { event: 'BeforeTool', matcher: `mcp_${serverName}_.*`, word: 'BeforeTool-mcp' },
  { event: 'AfterTool', matcher: writeTools },
  { event: 'AfterTool', matcher: shellTool, word: 'AfterTool-shell' },
  { event: 'AfterAgent' },
  { event: 'SessionEnd' },
];

const hooksWanted = nestedHooks({
  client: 'gemini',
  // The client itself puts the folder in, and quotes it: quotes around it would be part of its name.
  script: `$GEMINI_PROJECT_DIR/${hookScriptPath}`,
  timeout: timeoutMs,
  hooks,
});

export const geminiFiles: readonly PlannedFile[] = [
  {
    kind: 'json',
    path: '.gemini/settings.json',
    entries: [...hooksWanted.entries, mcpEntry(['mcpServers'])],
    placesIn: (document) => [
      ...hooksWanted.placesIn(document),
      ...mcpPlacesIn(document, ['mcpServers']),
    ],
  },
];
