import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { portOption } from '../../command-line/options.ts';
import type { JoinOptions } from './join.ts';

/** `coord join`. */
export function registerJoin(program: Command, define: Define): void {
  define<JoinOptions>(program, 'join <relay> [invitation]', {
    summary:
      'join a workspace by an invitation, which is for one use: keeps the login, and starts the daemon. Without the invitation it is asked for',
    example: 'coord join https://coord.example.com inv_4k0t7x...',
    load: async () => (await import('./join.ts')).join,
  })
    .option('--name <name>', 'how the others will see you (default: asked, as git knows it)')
    .option('--no-daemon', 'only join')
    .addOption(portOption('where the daemon listens; 0 picks a free port (default: 4177)'));
}
