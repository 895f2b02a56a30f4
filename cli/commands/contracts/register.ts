import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  addPages,
  wholeNumber,
  workspaceOption,
} from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { ListOptions, PublishOptions } from './contracts.ts';

/** `coord contracts`: the interfaces that agents publish for each other. */
export function registerContracts(program: Command, define: Define): void {
  const parent = program
    .command('contracts')
    .description('interfaces that are published for others to build against');
  const module = () => import('./contracts.ts');
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the newest version of each',
    example: 'coord contracts list',
    load: async () => (await module()).listContracts,
    table: true,
  });
  addPages(list);
  const show = define<ConnectOptions & { name: string; version?: number }>(parent, 'show <name>', {
    summary: 'one, and what is different from the version before',
    example: 'coord contracts show user --version 2',
    load: async () => (await module()).showContract,
  }).option('--version <number>', 'this version instead of the newest', wholeNumber);
  const publish = define<PublishOptions>(parent, 'publish <name>', {
    summary: 'a new version; those who build on an earlier one are told what breaks',
    example: 'coord contracts publish user --file src/user.ts',
    load: async () => (await module()).publishContract,
  })
    .requiredOption(
      '--file <path>',
      'TypeScript, a JSON Schema, or another form as its extension says',
    )
    .option('--description <text>', 'what it is for', '');
  for (const command of [list, show, publish]) addConnection(command).addOption(workspaceOption());
}
