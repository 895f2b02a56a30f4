import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, wholeNumber, workspaceOption } from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';

/** `coord search`: finds decisions. */
export function registerSearch(program: Command, define: Define): void {
  const search = define<ConnectOptions & { query: string; limit: number }>(
    program,
    'search <query>',
    {
      summary: 'find decisions by what they mean',
      example: 'coord search "how do people sign in"',
      load: async () => (await import('./search.ts')).search,
    },
  ).option('--limit <number>', 'how many at most', wholeNumber, 10);
  addConnection(search).addOption(workspaceOption());
}
