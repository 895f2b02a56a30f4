import { Argument, type Command } from 'commander';
import { limits } from '../../../shared/contract/limits.ts';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  several,
  statusOption,
  timeUpTo,
  wholeNumber,
  workspaceOption,
  sessionOption,
} from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { ListOptions, OpenOptions, RespondOptions, SettleOptions } from './negotiate.ts';

const actions = ['yield', 'hold', 'defer', 'counter', 'split'];
const settlements = ['yield', 'hold', 'split'];
const answerTime = timeUpTo(limits.maxDeadlineMs);
const statuses = ['open', 'resolved', 'escalated', 'expired'];

/** `coord negotiate`: asks for what another session has reserved. */
export function registerNegotiate(program: Command, define: Define): void {
  const parent = program
    .command('negotiate')
    .description('requests for what another session has reserved');
  const module = () => import('./negotiate.ts');
  const open = define<OpenOptions>(parent, 'open <what...>', {
    summary: 'ask the holder of a file, or of symbols of it; no answer in time gives them to you',
    example: 'coord negotiate open "src/auth.ts#login" --rationale "the fix needs two lines there"',
    load: async () => (await module()).openNegotiation,
  })
    .requiredOption('--rationale <text>', 'why it is needed')
    .option('--holder <session>', 'the session to ask, where several have reserved parts of it')
    .addOption(sessionOption())
    .option('--max-turns <number>', 'leave it to a person after so many answers', wholeNumber)
    .option('--deadline <time>', 'how long each answer may take, such as 5m', answerTime);
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the negotiations, newest first',
    example: 'coord negotiate list --status escalated',
    load: async () => (await module()).listNegotiations,
    table: true,
  })
    .addOption(statusOption(statuses))
    .option('--session <id>', 'only those of this session');
  const show = define<ConnectOptions & { id: string }>(parent, 'show <id>', {
    summary: 'one, with what was said',
    example: 'coord negotiate show neg_4k0t7x',
    load: async () => (await module()).showNegotiation,
  });
  const respond = define<RespondOptions>(parent, 'respond <id>', {
    summary: 'answer as one of its parties',
    example: 'coord negotiate respond neg_4k0t7x split --give login --keep logout',
    load: async () => (await module()).respondNegotiation,
  })
    .addArgument(new Argument('<action>', 'what to answer').choices(actions))
    .option('--defer <time>', 'with defer: how much longer, such as 5m', answerTime)
    .addOption(sessionOption());
  const settle = define<SettleOptions>(parent, 'settle <id>', {
    summary: 'decide what its parties left to a person',
    example: 'coord negotiate settle neg_4k0t7x hold --note "the release first"',
    load: async () => (await module()).settleNegotiation,
  }).addArgument(new Argument('<action>', 'what is decided').choices(settlements));
  for (const command of [respond, settle]) {
    command
      .option('--note <text>', 'why')
      .option('--rationale <text>', 'the same as --note')
      .option(
        '--give <symbol>',
        'with split: goes to who asked; several times. Without both, the holder keeps the first half',
        several,
        [],
      )
      .option('--keep <symbol>', 'with split: stays with the holder; several times', several, []);
  }
  for (const command of [open, list, show, respond, settle])
    addConnection(command).addOption(workspaceOption());
}
