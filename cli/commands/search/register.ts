import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, limitOption, share, workspaceOption } from '../../command-line/options.ts';
import type { SearchOptions } from './search.ts';

/** `coord search`: finds decisions. */
export function registerSearch(program: Command, define: Define): void {
  const search = define<SearchOptions>(program, 'search <query>', {
    summary: 'find decisions by what they mean',
    example: 'coord search "how do people sign in"',
    load: async () => (await import('./search.ts')).search,
  })
    .addOption(limitOption(10))
    .option('--all', 'show the nearest ones also when nothing fits')
    .addOption(
      new Option('--min-similarity <share>', 'show what is at least so near, from 0 to 1')
        .argParser(share)
        .conflicts('all'),
    );
  addConnection(search).addOption(workspaceOption());
}
