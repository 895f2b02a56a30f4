import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, wholeNumber, workspaceOption } from '../../command-line/options.ts';

/** `coord feed`. */
export function registerFeed(program: Command, define: Define): void {
  const feed = define(program, 'feed', {
    summary: 'what happens in the workspace, as it happens',
    example: 'coord feed --since 120 --no-follow',
    load: async () => (await import('./feed.ts')).feed,
  })
    .option('--since <seq>', 'begin after this event (default: the newest 20)', wholeNumber)
    .option('--follow', 'go on with what happens from now on', true)
    .option('--no-follow', 'end with what has happened until now')
    .option('--all', 'also what only extends a reservation or a session');
  addConnection(feed).addOption(workspaceOption());
}
