import type { Command } from 'commander';
import type { WatchOptions } from './watch.ts';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';

/** The command by which branches follow by themselves. */
export function registerWatch(program: Command, define: Define): void {
  const watch = define<WatchOptions>(program, 'watch', {
    summary: "bring the team's approved commits to your branches, never over your work",
    example: 'coord watch --dry-run --once',
    load: async () => (await import('./watch.ts')).watch,
  })
    .option('--once', 'catch up and end; exits with 1 when a branch could not follow')
    .option('--dry-run', 'fetch, and say what would be done');
  addConnection(watch).addOption(workspaceOption());
}
