import type { Client } from './client.ts';
import { githubHooks } from './github-hooks.ts';
import { mcpEntry, mcpPlacesIn } from './mcp-servers.ts';

export const vscode: Client = {
  name: 'vscode',
  folder: '.vscode',
  binary: 'code',
  files: [
    githubHooks,
    {
      kind: 'json',
      path: '.vscode/mcp.json',
      servers: true,
      entries: [mcpEntry(['servers'])],
      placesIn: (document) => mcpPlacesIn(document, ['servers']),
    },
  ],
};
