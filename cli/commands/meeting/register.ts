import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  several,
  wholeNumber,
  workspaceOption,
} from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { IngestOptions, ListOptions } from './meeting.ts';

/** `coord meeting`: what was decided in meetings, and who does what. */
export function registerMeeting(program: Command, define: Define): void {
  const parent = program
    .command('meeting')
    .description('transcripts, and the decisions and work that came of them');
  const module = () => import('./meeting.ts');
  const ingest = define<IngestOptions>(parent, 'ingest <file>', {
    summary: 'turn a transcript into decisions, action items and work packages; - reads a pipe',
    example: 'coord meeting ingest standup.txt --title "Standup" --participant Ann',
    load: async () => (await module()).ingestMeeting,
    table: true,
  })
    .requiredOption('--title <title>', 'what the meeting was about')
    .option('--participant <name>', 'who was there; may be given several times', several, [])
    .option(
      '--date <day>',
      'the day of the meeting, from which "by Wednesday" counts (default: today in UTC)',
    );
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the meetings, newest first',
    example: 'coord meeting list',
    load: async () => (await module()).listMeetings,
    table: true,
  }).option('--limit <number>', 'how many at most', wholeNumber, 20);
  const show = define<ConnectOptions & { id: string; transcript?: boolean }>(parent, 'show <id>', {
    summary: 'what came of one',
    example: 'coord meeting show mtg_4k0t7x --transcript',
    load: async () => (await module()).showMeeting,
    table: true,
  }).option('--transcript', 'and every word of it');
  for (const command of [ingest, list, show]) addConnection(command).addOption(workspaceOption());
}
