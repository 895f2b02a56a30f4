import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';

/** `coord whoami`. */
export function registerWhoami(program: Command, define: Define): void {
  const command = define(program, 'whoami', {
    summary: 'who you are here: user, relay, workspace, role, and where the key comes from',
    example: 'coord whoami',
    load: async () => (await import('./whoami.ts')).whoami,
  });
  addConnection(command).addOption(workspaceOption());
}
