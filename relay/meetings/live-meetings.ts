import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { dayOf, momentOfDay } from './meeting-day.ts';
import { completeMeeting, toColumns } from './complete.ts';
import { extract, type Extraction } from './extract.ts';
import { outcomeOf } from './outcome.ts';
import * as queries from './queries.ts';
import { noSuchMeeting } from './review.ts';
import type { MeetingDependencies } from './service.ts';

/** Who takes part in which meeting, over a WebSocket. */
export interface Participant {
  readonly call: Call;
  readonly workspaceId: string;
  readonly meetingId: string;
}

/**
 * Meetings that are being recorded. Each piece of text is on disk before other participants see it, so a relay that stops
 * loses none; another connection can continue the meeting, and stop it again when processing was interrupted.
 */
export class LiveMeetings {
  constructor(private readonly dependencies: MeetingDependencies) {}

  /** The meeting, if the caller may take part in it. */
  async join({ call, workspaceId, meetingId }: Participant): Promise<MeetingRow | Refusal> {
    const { database, authorizer } = this.dependencies;
    const scope = await authorizer.enter(call, { id: workspaceId }, 'member');
    if (isRefusal(scope)) return scope;
    const found = await queries.selectMeeting(database.reader, workspaceId, meetingId);
    return found ?? noSuchMeeting();
  }

  /** MTG-6: why nothing more is taken; undefined while the meeting is recorded. */
  async closed(participant: Participant): Promise<Refusal | undefined> {
    const row = await this.join(participant);
    if (isRefusal(row)) return row;
    return row.status === 'recording' ? undefined : overRefusal(row);
  }

  /** Stores a piece of text. Conflict: the meeting was stopped (MTG-6). */
  append({ call, workspaceId: id, meetingId }: Participant, text: string): Promise<Refusal | true> {
    return this.dependencies.commandRunner.run(call, { id }, 'member', async ({ connection }) => {
      const db = connection.kysely;
      const row = await queries.selectMeeting(db, id, meetingId);
      if (row === undefined) return noSuchMeeting();
      if (row.status !== 'recording') return overRefusal(row);
      await queries.insertChunk(db, { workspaceId: id, id: meetingId }, text);
      return true;
    });
  }

  /** Ends the meeting and extracts decisions and actions from it. A second stop gets the same answer. */
  async stop(participant: Participant): Promise<Output<'ingestMeeting'> | Refusal> {
    const { database, commandRunner } = this.dependencies;
    const { call, workspaceId: id, meetingId } = participant;
    const row = await this.join(participant);
    if (isRefusal(row) || row.status === 'completed') return this.outcome(row);
    const begun = await commandRunner.run(call, { id }, 'member', ({ connection }) =>
      beginProcessing(connection.kysely, { workspaceId: id, id: meetingId }),
    );
    if (isRefusal(begun)) return begun;
    const said = await queries.selectChunks(database.reader, id, meetingId);
    const extraction = await extract(this.dependencies, {
      workspaceId: id,
      text: said.join('\n'),
      participants: JSON.parse(row.participants) as string[],
      nowMs: momentOfDay(row.held_on ?? dayOf(row.created_at)),
    });
    const done = await commandRunner.run(call, { id }, 'member', (transaction, scope) =>
      finish(transaction, scope, { meetingId, extraction }),
    );
    return this.outcome(done);
  }

  private async outcome(row: MeetingRow | Refusal): Promise<Output<'ingestMeeting'> | Refusal> {
    return isRefusal(row) ? row : outcomeOf(this.dependencies.database.reader, row);
  }
}

function overRefusal({ status }: Pick<MeetingRow, 'status'>): Refusal {
  const state = status === 'processing' ? 'was stopped and is being read' : 'is over';
  return refuse('Conflict', `This meeting ${state}: nothing more is taken. Start a new one.`);
}

type Db = Transaction['connection']['kysely'];

async function beginProcessing(db: Db, key: { workspaceId: string; id: string }): Promise<true> {
  const row = await queries.selectMeeting(db, key.workspaceId, key.id);
  if (row?.status === 'recording') await queries.updateMeeting(db, key, { status: 'processing' });
  return true;
}

/** Whoever stopped it first has finished it. */
async function finish(
  transaction: Transaction,
  scope: Scope,
  { meetingId: id, extraction }: { meetingId: string; extraction: Extraction },
): Promise<MeetingRow | Refusal> {
  const { workspaceId } = scope;
  const { connection, nowMs } = transaction;
  const db = connection.kysely;
  const row = await queries.selectMeeting(db, workspaceId, id);
  if (row === undefined) return noSuchMeeting();
  if (row.status === 'completed') return row;
  const meeting: MeetingRow = {
    ...row,
    status: 'completed',
    participants: JSON.stringify(extraction.participants),
    transcript: (await queries.selectChunks(db, workspaceId, id)).join('\n'),
    ...toColumns(extraction),
    method: extraction.method,
    completed_at: nowMs,
  };
  await queries.updateMeeting(db, { workspaceId, id }, meeting);
  await queries.deleteChunks(db, workspaceId, id);
  await completeMeeting(transaction, scope, { meeting, extraction });
  return meeting;
}
