import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { several } from '../../command-line/options.ts';
import { clientNames } from '../../../shared/clients/registry.ts';

/** `coord init`. */
export function registerInit(program: Command, define: Define): void {
  define(program, 'init', {
    summary: 'write the hooks and MCP entries for the agent clients found, or named',
    example: 'coord init --client claude-code',
    load: async () => (await import('./init.ts')).init,
  })
    .option(
      '--client <name>',
      `a client to set up, several times for several: ${clientNames.join(', ')}`,
      several,
      [],
    )
    .option('--undo', 'take them out again')
    .option('--dry-run', 'only show what would change');
}
