import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, addPages, workspaceOption } from '../../command-line/options.ts';
import { decisionTypes } from './decision-types.ts';
import type { ListOptions, One, ReaffirmOptions, StaleOptions } from './decisions.ts';

/** `coord decisions`: what the team has decided. */
export function registerDecisions(program: Command, define: Define): void {
  const decisions = program.command('decisions').description('what the team has decided');
  const module = () => import('./decisions.ts');
  const list = define<ListOptions>(decisions, 'list', {
    summary: 'the decisions, newest first',
    example: 'coord decisions list --type architecture',
    load: async () => (await module()).listDecisions,
    table: true,
  })
    .addOption(new Option('--type <type>', 'only of this kind').choices(decisionTypes))
    .addOption(
      new Option('--state <state>', 'only in this state').choices([
        'fresh',
        'stale',
        'ended',
        'proposed',
      ]),
    )
    .option('--made-by <user>', 'only of this address or user id')
    .option('--area <name>', 'only of this area')
    .option('--file <path>', 'only those about this file');
  const show = define<One>(decisions, 'show <id>', {
    summary: 'all that is known of one',
    example: 'coord decisions show dec_4k0t7x',
    load: async () => (await module()).showDecision,
  });
  const stale = define<StaleOptions>(decisions, 'stale', {
    summary: 'those whose code has changed since',
    example: 'coord decisions stale --file src/auth.ts',
    load: async () => (await module()).staleDecisions,
    table: true,
  }).option('--file <path>', 'only those about this file');
  const reaffirm = define<ReaffirmOptions>(decisions, 'reaffirm <id>', {
    summary: 'say that a stale decision is still valid for the code as it is now',
    example: 'coord decisions reaffirm dec_4k0t7x --note "only renamed"',
    load: async () => (await module()).reaffirmDecision,
  }).option('--note <text>', 'why it is still valid');
  const accept = define<One>(decisions, 'accept <id>', {
    summary: 'make a proposed decision one of the team',
    example: 'coord decisions accept dec_4k0t7x',
    load: async () => (await module()).acceptDecision,
  });
  const decline = define<One>(decisions, 'decline <id>', {
    summary: 'turn a proposed decision down',
    example: 'coord decisions decline dec_4k0t7x',
    load: async () => (await module()).declineDecision,
  });
  addPages(list);
  addPages(stale);
  for (const command of [list, show, stale, reaffirm, accept, decline])
    addConnection(command).addOption(workspaceOption());
}
