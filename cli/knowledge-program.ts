import { Option, type Command } from 'commander';
import type {
  ListOptions as ConventionListOptions,
  ProposeOptions,
} from './commands/conventions/conventions.ts';
import type { DecideOptions } from './commands/decide/decide.ts';
import type { ListOptions as DecisionListOptions } from './commands/decisions/decisions.ts';
import type { ConnectOptions } from './connection/connect.ts';
import type { Define } from './command-line/define.ts';
import { addConnection, several, wholeNumber, workspaceOption } from './command-line/options.ts';

const decisionTypes =
  'architecture approach implementation rejection tradeoff convention bugfix other'.split(' ');
const tiers = ['must', 'should', 'may'];

/** The commands about what the team knows. */
export function describeKnowledge(program: Command, define: Define): void {
  const decide = define<DecideOptions>(program, 'decide <title>', {
    summary: 'record a decision; the team is told when code that it is about changes',
    example: 'coord decide "Sessions live in Redis" --type architecture --file src/session.ts',
    load: async () => (await import('./commands/decide/decide.ts')).decide,
  })
    .option('--rationale <text>', 'why; name the symbols that it is about', '')
    .addOption(
      new Option('--type <type>', 'what kind of decision').choices(decisionTypes).default('other'),
    )
    .option('--file <path>', 'a file that it is about; may be given several times', several, [])
    .option('--supersedes <id>', 'the decision that this one replaces');

  const search = define<ConnectOptions & { query: string; limit: number }>(
    program,
    'search <query>',
    {
      summary: 'find decisions by what they mean',
      example: 'coord search "how do people sign in"',
      load: async () => (await import('./commands/search/search.ts')).search,
    },
  ).option('--limit <number>', 'how many at most', wholeNumber, 10);
  for (const command of [decide, search]) addConnection(command).addOption(workspaceOption());
  describeDecisions(program, define);
  describeConventions(program, define);
}

function describeDecisions(program: Command, define: Define): void {
  const decisions = program.command('decisions').description('what the team has decided');
  const module = () => import('./commands/decisions/decisions.ts');
  const list = define<DecisionListOptions>(decisions, 'list', {
    summary: 'the decisions, newest first',
    example: 'coord decisions list --type architecture',
    load: async () => (await module()).listDecisions,
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
    .option('--made-by <user>', 'only of this user id')
    .option('--limit <number>', 'how many at most', wholeNumber, 50)
    .option('--before <cursor>', 'go on where the list before ended');
  const show = define<ConnectOptions & { id: string }>(decisions, 'show <id>', {
    summary: 'all that is known of one',
    example: 'coord decisions show dec_4k0t7x',
    load: async () => (await module()).showDecision,
  });
  const stale = define<ConnectOptions & { file?: string; limit: number }>(decisions, 'stale', {
    summary: 'those whose code has changed since',
    example: 'coord decisions stale --file src/auth.ts',
    load: async () => (await module()).staleDecisions,
  })
    .option('--file <path>', 'only those about this file')
    .option('--limit <number>', 'how many at most', wholeNumber, 50);
  const reaffirm = define<ConnectOptions & { id: string; note?: string }>(
    decisions,
    'reaffirm <id>',
    {
      summary: 'say that a stale decision still holds for the code as it is now',
      example: 'coord decisions reaffirm dec_4k0t7x --note "only renamed"',
      load: async () => (await module()).reaffirmDecision,
    },
  ).option('--note <text>', 'why it still holds');
  const accept = define<ConnectOptions & { id: string }>(decisions, 'accept <id>', {
    summary: 'make a proposed decision one of the team',
    example: 'coord decisions accept dec_4k0t7x',
    load: async () => (await module()).acceptDecision,
  });
  for (const command of [list, show, stale, reaffirm, accept])
    addConnection(command).addOption(workspaceOption());
}

function describeConventions(program: Command, define: Define): void {
  const conventions = program.command('conventions').description('the rules of the team');
  const module = () => import('./commands/conventions/conventions.ts');
  const list = define<ConventionListOptions>(conventions, 'list', {
    summary: 'the rules that count',
    example: 'coord conventions list --file src/auth.ts',
    load: async () => (await module()).listConventions,
  })
    .addOption(new Option('--tier <tier>', 'only of this tier').choices(tiers))
    .option('--file <path>', 'only those that match this file')
    .option('--retired', 'the retired ones instead');
  const propose = define<ProposeOptions>(conventions, 'propose <title>', {
    summary: 'a rule for some files; must denies every write to them',
    example: 'coord conventions propose "Generated code is not edited" --tier must --file "gen/**"',
    load: async () => (await module()).proposeConvention,
  })
    .option('--rationale <text>', 'why', '')
    .addOption(new Option('--tier <tier>', 'how much it counts').choices(tiers).default('should'))
    .option('--file <glob>', 'files that it is for; may be given several times', several, [])
    .option('--area <name>', 'an area that it is for; may be given several times', several, []);
  const retire = define<ConnectOptions & { id: string }>(conventions, 'retire <id>', {
    summary: 'end a rule; for admins',
    example: 'coord conventions retire cnv_4k0t7x',
    load: async () => (await module()).retireConvention,
  });
  for (const command of [list, propose, retire])
    addConnection(command).addOption(workspaceOption());
}
