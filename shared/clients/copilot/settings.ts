import type { PlannedFile } from '../common/planned-files.ts';
import { githubHooks } from '../common/github-hooks.ts';
import { projectServers } from '../common/mcp-servers.ts';

export const copilotFiles: readonly PlannedFile[] = [githubHooks, projectServers];
