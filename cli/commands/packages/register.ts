import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  addPages,
  statusOption,
  workspaceOption,
} from '../../command-line/options.ts';
import type { ListOptions, One } from './packages.ts';

const statuses = ['open', 'claimed', 'in_progress', 'completed'];

/** `coord packages`: the work that meetings led to. */
export function registerPackages(program: Command, define: Define): void {
  const parent = program.command('packages').description('the work that meetings led to');
  const module = () => import('./packages.ts');
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the work packages, newest first',
    example: 'coord packages list --status open',
    load: async () => (await module()).listPackages,
    table: true,
  })
    .addOption(statusOption(statuses))
    .option('--assignee <user>', 'only of this address or user id');
  const show = define<One>(parent, 'show <id>', {
    summary: 'what it asks for, and why it has which file',
    example: 'coord packages show pkg_4k0t7x',
    load: async () => (await module()).showPackage,
  });
  const claim = define<One>(parent, 'claim <id>', {
    summary: 'take one; of two that try, one gets it',
    example: 'coord packages claim pkg_4k0t7x',
    load: async () => (await module()).claimPackage,
  });
  const start = define<One>(parent, 'start <id>', {
    summary: 'you work on it now',
    example: 'coord packages start pkg_4k0t7x',
    load: async () => (await module()).startPackage,
  });
  const complete = define<One>(parent, 'complete <id>', {
    summary: 'it is done',
    example: 'coord packages complete pkg_4k0t7x',
    load: async () => (await module()).completePackage,
  });
  addPages(list);
  for (const command of [list, show, claim, start, complete])
    addConnection(command).addOption(workspaceOption());
}
