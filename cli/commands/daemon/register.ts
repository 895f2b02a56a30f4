import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addKey, portOption } from '../../command-line/options.ts';

/** `coord daemon`. */
export function registerDaemon(program: Command, define: Define): void {
  const command = define(program, 'daemon', {
    summary: "the repository's daemon; without a relay or a login, with an embedded relay",
    example: 'coord daemon --relay https://coord.example.com --workspace shop',
    load: async () => (await import('./daemon.ts')).daemon,
  })
    .option('--repo <dir>', 'a folder in the repository (default: here)')
    .addOption(portOption('where it listens; 0 picks a free port (default: 4177)'))
    .option('--relay <url>', "the team's relay")
    .option('--workspace <slug>', 'the workspace that the repository belongs to')
    .option('--verbose', 'say on stderr what it does');
  addKey(command);
}
