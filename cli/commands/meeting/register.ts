import { Option, type Command } from 'commander';
import type { IngestOptions, ListOptions as MeetingListOptions } from './meeting.ts';
import type { ListOptions, One } from '../packages/packages.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  several,
  wholeNumber,
  workspaceOption,
} from '../../command-line/options.ts';

const statuses = ['open', 'claimed', 'in_progress', 'completed'];

/** `coord meeting`: what was decided in meetings, and who does what. */
export function describeMeetings(program: Command, define: Define): void {
  const parent = program
    .command('meeting')
    .description('transcripts, and the decisions and work that came of them');
  const module = () => import('./meeting.ts');
  const ingest = define<IngestOptions>(parent, 'ingest <file>', {
    summary: 'turn a transcript into decisions, action items and work packages; - reads a pipe',
    example: 'coord meeting ingest standup.txt --title "Standup" --participant Ann',
    load: async () => (await module()).ingestMeeting,
  })
    .requiredOption('--title <title>', 'what the meeting was about')
    .option('--participant <name>', 'who was there; may be given several times', several, []);
  const list = define<MeetingListOptions>(parent, 'list', {
    summary: 'the meetings, newest first',
    example: 'coord meeting list',
    load: async () => (await module()).listMeetings,
  }).option('--limit <number>', 'how many at most', wholeNumber, 20);
  const show = define<ConnectOptions & { id: string; transcript?: boolean }>(parent, 'show <id>', {
    summary: 'what came of one',
    example: 'coord meeting show mtg_4k0t7x --transcript',
    load: async () => (await module()).showMeeting,
  }).option('--transcript', 'and every word of it');
  for (const command of [ingest, list, show]) addConnection(command).addOption(workspaceOption());
}

/** `coord packages`: the work that meetings led to. */
export function describePackages(program: Command, define: Define): void {
  const parent = program.command('packages').description('the work that meetings led to');
  const module = () => import('../packages/packages.ts');
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the work packages, newest first',
    example: 'coord packages list --status open',
    load: async () => (await module()).listPackages,
  })
    .addOption(new Option('--status <status>', 'only in this state').choices(statuses))
    .option('--assignee <user>', 'only of this user id')
    .option('--limit <number>', 'how many at most', wholeNumber, 50)
    .option('--before <cursor>', 'go on where the list before ended');
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
  for (const command of [list, claim, start, complete])
    addConnection(command).addOption(workspaceOption());
}
