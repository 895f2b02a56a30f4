import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { complete } from './complete.ts';
import { extract, type Extraction } from './extract.ts';
import { outcomeOf } from './outcome.ts';
import * as queries from './queries.ts';
import { noSuchMeeting, type MeetingDependencies } from './service.ts';

/** A meeting that goes on, and who takes part in it over a WebSocket. */
export interface Seat {
  readonly call: Call;
  readonly workspaceId: string;
  readonly meetingId: string;
}

/**
 * Meetings while they go on. What was said is on disk before it is told on, so a relay that ends loses nothing of it; the
 * meeting can be taken up again by another connection, and be stopped again when it was left half done.
 */
export class MeetingRoom {
  constructor(private readonly dependencies: MeetingDependencies) {}

  /** The meeting, for somebody who wants to take part in it. */
  async enter({ call, workspaceId, meetingId }: Seat): Promise<MeetingRow | Refusal> {
    const { database, authorizer } = this.dependencies;
    const scope = await authorizer.enter(call, { id: workspaceId }, 'member');
    if (isRefusal(scope)) return scope;
    const found = await queries.selectMeeting(database.reader, workspaceId, meetingId);
    return found ?? noSuchMeeting();
  }

  /** Keeps a piece of what was said. Refused with a Conflict once the meeting is over. */
  append({ call, workspaceId: id, meetingId }: Seat, text: string): Promise<Refusal | true> {
    return this.dependencies.commandRunner.run(call, { id }, 'member', async ({ connection }) => {
      const db = connection.kysely;
      const row = await queries.selectMeeting(db, id, meetingId);
      if (row === undefined) return noSuchMeeting();
      if (row.status === 'completed') return refuse('Conflict', 'This meeting is over.');
      await queries.insertChunk(db, { workspaceId: id, id: meetingId }, text);
      return true;
    });
  }

  /** Ends the meeting and finds what came of it; of two that end it, both are told the same. */
  async stop(seat: Seat): Promise<Output<'ingestMeeting'> | Refusal> {
    const { database, commandRunner, clock } = this.dependencies;
    const { call, workspaceId: id, meetingId } = seat;
    const row = await this.enter(seat);
    if (isRefusal(row) || row.status === 'completed') return this.outcome(row);
    const begun = await commandRunner.run(call, { id }, 'member', ({ connection }) =>
      beginProcessing(connection.kysely, { workspaceId: id, id: meetingId }),
    );
    if (isRefusal(begun)) return begun;
    const said = await queries.selectChunks(database.reader, id, meetingId);
    const extraction = await extract(this.dependencies, {
      workspaceId: id,
      transcript: said.join('\n'),
      participants: JSON.parse(row.participants) as string[],
      nowMs: clock.now(),
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

type Db = Transaction['connection']['kysely'];

async function beginProcessing(db: Db, key: { workspaceId: string; id: string }): Promise<true> {
  const row = await queries.selectMeeting(db, key.workspaceId, key.id);
  if (row?.status === 'recording') await queries.updateMeeting(db, key, { status: 'processing' });
  return true;
}

/** What was said after the extraction began is kept with the rest. */
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
    action_items: JSON.stringify(extraction.actions),
    method: extraction.method,
    completed_at: nowMs,
  };
  await queries.updateMeeting(db, { workspaceId, id }, meeting);
  await queries.deleteChunks(db, workspaceId, id);
  await complete(transaction, scope, { meeting, extraction });
  return meeting;
}
