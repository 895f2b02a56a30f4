import type { Client } from './client.ts';
import { githubHooks } from './github-hooks.ts';
import { projectServers } from './mcp-servers.ts';

export const copilot: Client = {
  name: 'copilot',
  folder: '.github/hooks',
  binary: 'copilot',
  files: [githubHooks, projectServers],
};
