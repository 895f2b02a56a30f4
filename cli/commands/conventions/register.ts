import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, several, workspaceOption } from '../../command-line/options.ts';
import type { ListOptions, One, ProposeOptions } from './conventions.ts';

const tiers = ['must', 'should', 'may'];

/** `coord conventions`: the rules of the team. */
export function registerConventions(program: Command, define: Define): void {
  const conventions = program.command('conventions').description('the rules of the team');
  const module = () => import('./conventions.ts');
  const list = define<ListOptions>(conventions, 'list', {
    summary: 'the rules that count, and those that are proposed',
    example: 'coord conventions list --file src/auth.ts',
    load: async () => (await module()).listConventions,
    table: true,
  })
    .addOption(new Option('--tier <tier>', 'only of this tier').choices(tiers))
    .option('--file <path>', 'only those that match this file')
    .option('--retired', 'the retired ones instead');
  const propose = define<ProposeOptions>(conventions, 'propose <title>', {
    summary: 'a rule for some files; must denies every write to them, once it is accepted',
    example: 'coord conventions propose "Generated code is not edited" --tier must --file "gen/**"',
    load: async () => (await module()).proposeConvention,
  })
    .option('--rationale <text>', 'why', '')
    .addOption(new Option('--tier <tier>', 'how much it counts').choices(tiers).default('should'))
    .option('--file <glob>', 'files that it is for; may be given several times', several, [])
    .option('--area <name>', 'an area that it is for; may be given several times', several, []);
  const accept = define<One>(conventions, 'accept <id>', {
    summary: 'make a proposed rule count; for admins, and members who did not propose it',
    example: 'coord conventions accept cnv_4k0t7x',
    load: async () => (await module()).acceptConvention,
  });
  const withdraw = define<One>(conventions, 'withdraw <id>', {
    summary: 'take back a rule that you proposed and nobody else accepted',
    example: 'coord conventions withdraw cnv_4k0t7x',
    load: async () => (await module()).withdrawConvention,
  });
  const retire = define<One>(conventions, 'retire <id>', {
    summary: 'end a rule; for admins',
    example: 'coord conventions retire cnv_4k0t7x',
    load: async () => (await module()).retireConvention,
  });
  for (const command of [list, propose, accept, withdraw, retire])
    addConnection(command).addOption(workspaceOption());
}
