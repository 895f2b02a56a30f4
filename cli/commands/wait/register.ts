import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  sessionOption,
  timeSpan,
  workspaceOption,
} from '../../command-line/options.ts';
import type { WaitOptions } from './wait.ts';

/** `coord wait`: the queue for what another session has reserved. */
export function registerWait(program: Command, define: Define): void {
  const wait = define<WaitOptions>(program, 'wait <what...>', {
    summary: 'queue for a file, or symbols of it, until they are reserved for your session',
    example: 'coord wait "src/auth.ts#login" && coord status',
    load: async () => (await import('./wait.ts')).wait,
  })
    .option('--tell', 'only wait until it is free; nothing is reserved for you')
    .option('--timeout <time>', 'leave the queue after this time, such as 90s or 5m', timeSpan)
    .addOption(sessionOption());
  addConnection(wait).addOption(workspaceOption());
}
