import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  limitOption,
  several,
  workspaceOption,
} from '../../command-line/options.ts';
import type { RecordOptions } from './record/record.ts';
import { registerReview } from './register-review.ts';
import type { IngestOptions, ListOptions, ShowOptions } from './meeting.ts';

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
  }).addOption(limitOption(20));
  const show = define<ShowOptions>(parent, 'show <id>', {
    summary: 'what came of one',
    example: 'coord meeting show mtg_4k0t7x --transcript',
    load: async () => (await module()).showMeeting,
    table: true,
  }).option('--transcript', 'and every word of it');
  const record = define<RecordOptions>(parent, 'record', {
    summary: 'record one with the microphone; shows the words as they come, and Ctrl-C ends it',
    example: 'coord meeting record --title "Standup"',
    load: async () => (await import('./record/record.ts')).recordMeeting,
    table: true,
  })
    .option('--title <title>', 'what the meeting is about')
    .option('--meeting <id>', 'go on with one that was begun')
    .option('--participant <name>', 'who is there; may be given several times', several, [])
    .option('--date <day>', 'the day from which "by Wednesday" counts (default: today in UTC)')
    .option(
      '--device <name>',
      'the microphone, as ffmpeg or sox calls it (default: COORD_MICROPHONE)',
    )
    .option('--file <path>', 'play a file in place of a microphone, at its own speed')
    .option('--fast', 'play it as fast as it is taken');
  for (const command of [ingest, record, list, show])
    addConnection(command).addOption(workspaceOption());
  registerReview(parent, define);
}
