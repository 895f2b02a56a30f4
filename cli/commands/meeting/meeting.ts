import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer as bytesFrom } from 'node:stream/consumers';
import type { Output } from '../../../shared/api/operations.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { ingestTimeoutMs } from '../../../shared/meetings/method.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { idColumn, listing } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { details } from './details.ts';
import { textOfBytes } from './text-file.ts';

export interface IngestOptions extends ConnectOptions {
  /** A path, or `-` for what is piped in. */
  readonly file: string;
  readonly title: string;
  readonly participant: readonly string[];
  /** `YYYY-MM-DD` */
  readonly date?: string;
}

/** `coord meeting ingest`: shows what came of it. */
export async function ingestMeeting(context: Context, options: IngestOptions): Promise<Outcome> {
  const transcript = await transcriptIn(context.terminal, options.file);
  if (isRefusal(transcript)) return transcript;
  const { title, participant, date } = options;
  const meeting = { title, transcript, participants: [...participant], date };
  return showAnswer(context, options, {
    ask: (client, workspace_id) =>
      client.call('ingestMeeting', { workspace_id, ...meeting }, { timeoutMs: ingestTimeoutMs }),
    text: (answer) => details(context.output, answer),
  });
}

export interface ListOptions extends ConnectOptions {
  readonly limit: number;
}

/** `coord meeting list`: newest first. */
export function listMeetings(context: Context, options: ListOptions): Promise<Outcome> {
  const { limit } = options;
  return showAnswer(context, options, {
    ask: (client, workspace_id) => client.call('recentMeetings', { workspace_id, limit }),
    text: (meetings) => lines(context.output, meetings),
  });
}

export interface ShowOptions extends ConnectOptions {
  readonly id: string;
  readonly transcript?: boolean;
}

/** `coord meeting show`: what came of one, and with `--transcript` what was said. */
export function showMeeting(context: Context, options: ShowOptions): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client) => client.call('getMeeting', { meeting_id: options.id }),
    text: (meeting) => {
      const shown = details(context.output, meeting);
      if (options.transcript !== true) return shown;
      const said = meeting.transcript.split('\n').map((line) => asData(line, 2_000));
      return `${shown}\n\n${said.join('\n')}`;
    },
  });
}

async function transcriptIn(terminal: Terminal, file: string): Promise<string | Refusal> {
  const bytes = await bytesIn(terminal, file);
  const unread = (text: string) => refuse('ValidationError', text, { field: 'file' });
  const name = file === '-' ? 'What is piped in' : asExact(file);
  if (bytes === undefined)
    return unread(`${name} cannot be read. Give the path of a transcript, or - to read a pipe.`);
  const text = textOfBytes(bytes);
  return text ?? unread(`${name} is no text in UTF-8 or UTF-16. Save it as UTF-8 and try again.`);
}

async function bytesIn(terminal: Terminal, file: string): Promise<Uint8Array | undefined> {
  if (file === '-') return bytesFrom(terminal.input);
  return readFile(resolve(terminal.directory, file)).catch(() => undefined);
}

function lines(output: Screen, meetings: Output<'recentMeetings'>): string {
  if (meetings.length === 0)
    return 'No meetings. Keep the notes of one: coord meeting ingest FILE --title TITLE';
  return listing(output, meetings, [
    idColumn,
    { title: 'DAY', cell: (one) => one.date ?? one.created_at.slice(0, 10) },
    { title: 'STATUS', cell: (one) => one.status },
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    { title: 'DECISIONS', cell: (one) => String(one.decisions_count) },
    { title: 'PACKAGES', cell: (one) => String(one.work_packages_count) },
    {
      title: 'TO REVIEW',
      cell: (one) => String((one.unreviewed_count ?? 0) + (one.suggestions_count ?? 0)),
    },
  ]);
}
