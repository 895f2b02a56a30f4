import type { PlannedFile } from '../common/planned-files.ts';
import { githubHooks } from '../common/github-hooks.ts';
import { mcpEntry, mcpPlacesIn } from '../common/mcp-servers.ts';

export const vscodeFiles: readonly PlannedFile[] = [
  githubHooks,
  {
    kind: 'json',
    path: '.vscode/mcp.json',
    servers: true,
    entries: [mcpEntry(['servers'])],
    placesIn: (document) => mcpPlacesIn(document, ['servers']),
  },
];
