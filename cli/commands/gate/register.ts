import { maxRunMs } from '../../../shared/gate/local.ts';
import { Option, type Command } from 'commander';
import type { CommandOptions, RecordOptions, RetractOptions, TrustOptions } from './gate.ts';
import type { DiscoverOptions } from './discover.ts';
import type { RunOptions } from './run.ts';
import type { ListOptions } from './gate-lists.ts';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  limitOption,
  sessionOption,
  timeUpTo,
  workspaceOption,
} from '../../command-line/options.ts';

/** `coord gate`: what stands between a commit and the branches of the team. */
export function registerGate(program: Command, define: Define): void {
  const parent = program.command('gate').description('the test gate of the workstreams');
  const module = () => import('./gate.ts');
  define<RunOptions>(parent, 'run [command...]', {
    summary: 'let the daemon run the tests on a clean checkout of a commit, for a receipt',
    example: 'coord gate run --record -- npm test',
    load: async () => (await import('./run.ts')).runGate,
  })
    .option('--commit <commit>', 'this commit instead of HEAD')
    .option('--workstream <slug>', 'for this workstream (default: the one of the branch)')
    .option('--task <id>', 'the task that is done with it')
    .addOption(sessionOption())
    .addOption(
      new Option(
        '--timeout <time>',
        'stop it after this time, such as 90s or 5m; a number alone is minutes',
      )
        .argParser(timeUpTo(maxRunMs))
        .default(20 * 60_000, '20m'),
    )
    .option('--record', 'record the commit when the gate opens, and push its branch');
  const discover = define<DiscoverOptions>(parent, 'discover', {
    summary: 'how many tests the work can affect, and the nearest of them',
    example: 'coord gate discover --commit HEAD',
    load: async () => (await import('./discover.ts')).discoverTests,
  })
    .option('--commit <commit>', 'of this commit; without it, of HEAD and what is not committed')
    .option('--workstream <slug>', 'in this workstream')
    .option('--all', 'name every test file, not only the nearest ten');
  const record = define<RecordOptions>(parent, 'record <commit>', {
    summary: 'record a commit that passed the gate, and push its branch',
    example: 'coord gate record HEAD --receipt "$RECEIPT"',
    load: async () => (await module()).recordCommit,
  })
    .option('--receipt <receipt>', 'the receipt (default: the one for the commit)')
    .option('--workstream <slug>', 'of this workstream')
    .addOption(sessionOption());
  const retract = define<RetractOptions>(parent, 'retract <receipt>', {
    summary: 'take back a receipt, and its commit if it was recorded; the team is told',
    example: 'coord gate retract "$RECEIPT" --reason "breaks the nightly build"',
    load: async () => (await module()).retractReceipt,
  }).option('--reason <text>', 'why', '');
  define<CommandOptions>(parent, 'set <command...>', {
    summary: 'keep the command that tests this repository, on this machine',
    example: 'coord gate set -- npm test',
    load: async () => (await module()).keepCommand,
  });
  define<TrustOptions>(parent, 'trust [setting]', {
    summary:
      'look at the command that the repository proposes in .coord/gate.json, or at a setting of its own that Git would use (such as core.sshCommand), and confirm it',
    example: 'coord gate trust',
    load: async () => (await module()).trustProposal,
  }).option('--yes', 'confirm it without being asked');
  for (const command of [discover, record, retract, ...defineLists(parent, define)])
    addConnection(command).addOption(workspaceOption());
}

function defineLists(parent: Command, define: Define): Command[] {
  const lists = () => import('./gate-lists.ts');
  const flakes = define<ListOptions>(parent, 'flakes', {
    summary: 'tests that passed and failed on the same commit and machine',
    example: 'coord gate flakes',
    load: async () => (await lists()).listFlakes,
    table: true,
  })
    .option('--file <path>', 'only of this test file')
    .addOption(limitOption());
  const log = define<ListOptions>(parent, 'log', {
    summary: 'the recorded commits, newest first',
    example: 'coord gate log --workstream guest-checkout',
    load: async () => (await lists()).listCommits,
    table: true,
  })
    .option('--workstream <slug>', 'only of this workstream')
    .addOption(limitOption());
  return [flakes, log];
}
