import { isOn, itemsOf } from '../../shared/contract/fields.ts';
import { type Input, type Output, operations } from '../../shared/api/operations.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { Lanes } from '../../shared/kernel/lanes.ts';
import type { meetingOperations } from '../../shared/meetings/contract.ts';
import { type Call, cutPage, Page, type Handlers } from '../kernel/handlers.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { completeMeeting, toColumns, outcomeOf } from './complete.ts';
import { extract, type Extraction, type MeetingDependencies } from './extract.ts';
import { digestOfReading, givenIn, givenWith } from './extracted-items.ts';
import { dayInHeading, dayOf, momentOfDay } from '../../shared/meetings/meeting-day.ts';
import { insertLive, selectChunks } from './live-queries.ts';
import * as queries from './queries.ts';
import { speakersPart, toSummary } from './records.ts';
import { noSuchMeeting, review } from './review.ts';
import { filesToAdd } from './review-suggestion.ts';
import { selectMeetingsOfResults, selectUnreviewed } from './review-queries.ts';
import { placeCursor, placeOf, toUnreviewed } from './review-records.ts';
import { again, sameMeeting, type MeetingToMake } from './same-meeting.ts';
import { takeReading } from './take-reading.ts';

/** All operations of meetings except the WebSocket, which is in `live-meetings.ts`. */
export function meetingService(
  dependencies: MeetingDependencies,
): Handlers<Exclude<keyof typeof meetingOperations, 'transcribe'>> {
  const { database, authorizer, commandRunner } = dependencies;
  const db = database.reader;
  const lanes = new Lanes();
  return {
    // MTG-10: the same again, sent at the same time, waits for the first and finds it.
    ingestMeeting: (input, call) =>
      lanes.run(sameKey(input), () => ingest(dependencies, input, call)),
    startMeeting: ({ workspace_id: id, title, participants, date }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        start(transaction, scope, { title, participants: itemsOf(participants), date, call }),
      ),
    async recentMeetings({ workspace_id: workspaceId, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const page = { limit: limit + 1, before: moment };
      const found = await queries.selectMeetings(db, workspaceId, page);
      const { rows, nextCursor } = cutPage(found, limit, newestCursor);
      return new Page(rows.map(toSummary), nextCursor);
    },
    async getMeeting({ meeting_id: meetingId, brief }, call) {
      const row = await enter(meetingId, call);
      if (isRefusal(row)) return row;
      const outcome = await outcomeOf(db, row);
      if (isOn(brief)) return { ...outcome, transcript: '' };
      return { ...outcome, transcript: await transcriptOf(row), ...speakersPart(row) };
    },
    async listUnreviewed({ id, limit, before }) {
      const after = placeOf(before);
      if (isRefusal(after)) return after;
      const found = await selectUnreviewed(db, id, { limit: limit + 1, after });
      const { rows, nextCursor } = cutPage(found, limit, placeCursor);
      const ids = rows.map((row) => row.meeting_id);
      const meetings = await selectMeetingsOfResults(db, id, ids);
      return { results: toUnreviewed(rows, meetings), next_cursor: nextCursor };
    },
    async submitReading(input, call) {
      const row = await enter(input.meeting_id, call);
      if (isRefusal(row)) return row;
      return takeReading(dependencies, { row, given: givenIn(input, call.caller), call });
    },
    async reviewResult(input, call) {
      const row = await enter(input.meeting_id, call);
      if (isRefusal(row)) return row;
      const added = await filesToAdd(database, row, input);
      return commandRunner.run(call, { id: row.workspace_id }, 'member', (transaction, found) =>
        review(transaction, found, input, added),
      );
    },
  };

  /** ACC-2: what is not yours is as unknown as what does not exist. */
  async function enter(meetingId: string, call: Call): Promise<MeetingRow | Refusal> {
    const id = await queries.workspaceOfMeeting(db, meetingId);
    const scope = id === undefined ? undefined : await authorizer.enter(call, { id }, 'member');
    if (scope === undefined || isRefusal(scope)) return noSuchMeeting();
    const row = await queries.selectMeeting(db, scope.workspaceId, meetingId);
    return row ?? noSuchMeeting();
  }

  /** What was said so far, while the meeting goes on. */
  async function transcriptOf({
    status,
    transcript,
    workspace_id,
    id,
  }: MeetingRow): Promise<string> {
    if (status === 'completed') return transcript;
    return (await selectChunks(db, workspace_id, id)).join('\n');
  }
}

function sameKey({ workspace_id: id, title, transcript, date }: Input<'ingestMeeting'>): string {
  return digestOf(JSON.stringify([id, title, transcript, date]));
}

/** Access is checked twice: before the language model is asked, which costs money, and in the transaction. */
async function ingest(
  dependencies: MeetingDependencies,
  input: Input<'ingestMeeting'>,
  call: Call,
): Promise<Output<'ingestMeeting'> | Refusal> {
  const { database, authorizer, commandRunner, clock } = dependencies;
  const { workspace_id: id, title, transcript, participants } = input;
  const date = input.date ?? dayInHeading(transcript);
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const given = givenWith(input, call.caller);
  const known = await sameMeeting(database.reader, clock.now(), { id, title, transcript, date });
  const said = itemsOf(participants);
  if (known !== undefined) return again(dependencies, known, { given, said, call });
  const extraction = await extract(dependencies, {
    workspaceId: id,
    text: transcript,
    participants: said,
    nowMs: momentOfDay(date ?? dayOf(clock.now())),
    given,
    notices: input.notices,
  });
  if (isRefusal(extraction)) return extraction;
  const readDigest = given === undefined ? '' : digestOfReading(given);
  return commandRunner.run(call, { id }, 'member', (transaction, found) =>
    keep(transaction, found, { title, date, transcript, extraction, readDigest }),
  );
}

async function keep(
  transaction: Transaction,
  scope: Scope,
  {
    transcript,
    extraction,
    readDigest,
    ...about
  }: MeetingToMake & { transcript: string; extraction: Extraction; readDigest: string },
): Promise<Output<'ingestMeeting'>> {
  const { connection, nowMs } = transaction;
  const { workspaceId: id } = scope;
  const known = await sameMeeting(connection.kysely, nowMs, { ...about, id, transcript });
  if (known !== undefined) return outcomeOf(connection.kysely, known);
  const meeting: MeetingRow = {
    ...newMeeting(transaction, scope, { ...about, participants: extraction.participants }),
    status: 'completed',
    transcript,
    ...toColumns(extraction),
    method: extraction.method,
    completed_at: nowMs,
    read_digest: readDigest,
  };
  await queries.insertMeeting(connection.kysely, meeting);
  await completeMeeting(transaction, scope, { meeting, extraction });
  return outcomeOf(connection.kysely, meeting);
}

async function start(
  transaction: Transaction,
  scope: Scope,
  {
    participants,
    call,
    ...about
  }: MeetingToMake & { readonly participants: readonly string[]; readonly call: Call },
): Promise<Output<'startMeeting'>> {
  const { connection, log, nowMs } = transaction;
  const meeting = newMeeting(transaction, scope, { ...about, participants });
  await queries.insertMeeting(connection.kysely, meeting);
  await insertLive(connection.kysely, { workspaceId: scope.workspaceId, id: meeting.id }, nowMs);
  const { id, title } = meeting;
  log.append(scope.workspaceId, {
    type: 'meeting_started',
    meeting: { id, title },
    user: scope.caller.name,
  });
  return { id, status: 'recording', ws_url: transcribeUrl(call.address, meeting) };
}

function newMeeting(
  { nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { title, date, participants }: MeetingToMake & { readonly participants: readonly string[] },
): MeetingRow {
  return {
    id: newId('meeting'),
    workspace_id: workspaceId,
    title,
    status: 'recording',
    participants: JSON.stringify(participants),
    transcript: '',
    action_items: '[]',
    method: '',
    created_by: caller.userId,
    created_at: nowMs,
    completed_at: null,
    held_on: date ?? dayOf(nowMs),
    suggestions: '[]',
    notices: '[]',
    speakers: '[]',
    read_digest: '',
  };
}

/** The WebSocket address for a meeting's audio: the host that was asked; `wss:` if it was asked over `https:`. */
function transcribeUrl(
  address = 'http://127.0.0.1',
  { id, workspace_id }: Pick<MeetingRow, 'id' | 'workspace_id'>,
): string {
  const url = new URL(operations.transcribe.path, address);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('meeting_id', id);
  url.searchParams.set('workspace_id', workspace_id);
  return url.href;
}
