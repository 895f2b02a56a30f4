import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';

/** `coord status`. */
export function registerStatus(program: Command, define: Define): void {
  const status = define(program, 'status', {
    summary: 'who works on what, what is reserved, by whom, and for how long',
    example: 'coord status --watch',
    load: async () => (await import('./status.ts')).status,
  }).option('--watch', 'show it again whenever it changes');
  addConnection(status).addOption(workspaceOption());
}
