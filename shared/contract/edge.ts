/** Where the daemon takes an IDE's own hook JSON and answers in that IDE's own form. */
export const hookPath = '/hooks/:client';

/** The path of one client's hooks, for example `/hooks/claude-code`. */
export function hookPathOf(client: string): string {
  return hookPath.replace(':client', () => client);
}

/** MCP over HTTP. */
export const mcpPath = '/mcp';

/** The feed, whose answer has no end. */
export const feedPath = '/workspaces/:id/feed';
