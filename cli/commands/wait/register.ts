import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption, sessionOption } from '../../command-line/options.ts';
import type { WaitOptions } from './wait.ts';

/** `coord wait`: the queue for what another session has reserved. */
export function registerWait(program: Command, define: Define): void {
  const wait = define<WaitOptions>(program, 'wait <what...>', {
    summary: 'stand in line for a file, or symbols of it, until they are granted to your session',
    example: 'coord wait "src/auth.ts#login" && coord status',
    load: async () => (await import('./wait.ts')).wait,
  })
    .option('--tell', 'only wait for the news; nothing is kept for you')
    .addOption(sessionOption());
  addConnection(wait).addOption(workspaceOption());
}
