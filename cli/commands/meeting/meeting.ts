import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as textFrom } from 'node:stream/consumers';
import type { Output } from '../../../shared/api/operations.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { listing } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { details } from './details.ts';

export interface IngestOptions extends ConnectOptions {
  /** A path, or `-` for what is piped in. */
  readonly file: string;
  readonly title: string;
  readonly participant: readonly string[];
  /** `YYYY-MM-DD` */
  readonly date?: string;
}

/** A model of this machine reads a long transcript in parts (MTG-17). */
const ingestTimeoutMs = 30 * 60_000;

/** `coord meeting ingest`: shows what came of it. */
export async function ingestMeeting(
  { terminal, output }: Context,
  options: IngestOptions,
): Promise<Outcome> {
  const transcript = await transcriptIn(terminal, options.file);
  if (isRefusal(transcript)) return transcript;
  const { title, participant: participants, date } = options;
  const answer = await inWorkspace(terminal, options, (client, workspace_id) =>
    client.call(
      'ingestMeeting',
      { workspace_id, title, transcript, participants: [...participants], date },
      { timeoutMs: ingestTimeoutMs },
    ),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => details(output, answer));
  return 0;
}

export interface ListOptions extends ConnectOptions {
  readonly limit: number;
}

/** `coord meeting list`: newest first. */
export async function listMeetings(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const meetings = await inWorkspace(terminal, options, (client, workspace_id) =>
    client.call('recentMeetings', { workspace_id, limit: options.limit }),
  );
  if (isRefusal(meetings)) return meetings;
  output.show(meetings, () => lines(output, meetings));
  return 0;
}

/** `coord meeting show`: what came of one, and with `--transcript` what was said. */
export async function showMeeting(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string; readonly transcript?: boolean },
): Promise<Outcome> {
  const meeting = await inWorkspace(terminal, options, (client) =>
    client.call('getMeeting', { meeting_id: options.id }),
  );
  if (isRefusal(meeting)) return meeting;
  output.show(meeting, () => {
    const shown = details(output, meeting);
    if (options.transcript !== true) return shown;
    const said = meeting.transcript.split('\n').map((line) => asData(line, 2_000));
    return `${shown}\n\n${said.join('\n')}`;
  });
  return 0;
}

async function transcriptIn(terminal: Terminal, file: string): Promise<string | Refusal> {
  if (file === '-') return textFrom(terminal.input);
  try {
    return await readFile(resolve(terminal.directory, file), 'utf8');
  } catch {
    const text = `${asExact(file)} cannot be read. Give the path of a transcript, or - to read a pipe.`;
    return refuse('ValidationError', text, { field: 'file' });
  }
}

function lines(output: Screen, meetings: Output<'recentMeetings'>): string {
  if (meetings.length === 0)
    return 'No meetings. Keep the notes of one: coord meeting ingest FILE --title TITLE';
  const rows = meetings.map((one) => [
    one.id,
    one.date ?? one.created_at.slice(0, 10),
    one.status,
    one.title,
    String(one.decisions_count),
    String(one.work_packages_count),
    String((one.unreviewed_count ?? 0) + (one.suggestions_count ?? 0)),
  ]);
  const columns = [
    { title: 'ID', id: true },
    { title: 'DAY' },
    { title: 'STATUS' },
    { title: 'TITLE', flexible: true, main: true },
    { title: 'DECISIONS' },
    { title: 'PACKAGES' },
    { title: 'TO REVIEW' },
  ];
  return listing(output, columns, rows);
}
