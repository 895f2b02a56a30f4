import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import type { StatusOptions } from './status.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';

/** `coord status`. */
export function registerStatus(program: Command, define: Define): void {
  const status = define<StatusOptions>(program, 'status', {
    summary: 'who works on what, what is reserved, by whom, and for how long',
    example: 'coord status --watch',
    load: async () => (await import('./status.ts')).status,
  })
    .option('--watch', 'show it again whenever it changes')
    .option('--mine', 'only your own agents')
    .option('--path <path>', 'only what is reserved in this file or folder')
    .option('--agent <name>', 'only agents whose person, client or session is called so')
    .option('--all', 'every agent and reservation, longer than the screen');
  addConnection(status).addOption(workspaceOption());
}
