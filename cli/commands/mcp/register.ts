import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord mcp`. */
export function registerMcp(program: Command, define: Define): void {
  define(program, 'mcp', {
    summary: 'the MCP server over stdio that agent clients start',
    example: 'claude mcp add coord -- coord mcp',
    load: async () => (await import('./mcp.ts')).mcp,
    json: false,
  });
}
