import type { Output } from '../../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Call } from '../../kernel/handlers.ts';
import type { Handler, Transaction } from '../../store/group-committer.ts';
import type { MeetingRow } from '../../store/schema.ts';
import type { Scope } from '../../access/authorizer.ts';
import { lockWorkspaces } from '../../access/queries.ts';
import { userById } from '../../users/queries.ts';
import { dayOf, momentOfDay } from '../meeting-day.ts';
import { completeMeeting, toColumns, outcomeOf } from '../complete.ts';
import { extract, type Extraction, type MeetingDependencies } from '../extract.ts';
import * as live from '../live-queries.ts';
import { Listeners } from './listeners.ts';
import * as queries from '../queries.ts';
import { noSuchMeeting } from '../review.ts';
import { nameFor, otherPiece } from './piece-names.ts';

/** Who takes part in which meeting, over a WebSocket. */
export interface Participant {
  readonly call: Call;
  readonly workspaceId: string;
  readonly meetingId: string;
}

/** How long other relays leave a silent meeting to the one that reads it. */
const readingMs = 5 * 60_000;

/** What somebody said, and what they call it; '' without a name. */
interface Piece extends live.ChunkToKeep {
  /** The words were sent, and not heard in audio, which may be heard otherwise the second time. */
  readonly isTyped: boolean;
}

/**
 * Meetings that are being recorded. Each piece of text is on disk before other participants see it, so a relay that stops
 * loses none; another connection can continue the meeting, and stop it again when processing was interrupted.
 */
export class LiveMeetings {
  readonly listeners = new Listeners();

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

  /** MTG-6: what came of a meeting that is over; undefined of one that is not. */
  async ended(participant: Participant): Promise<Output<'ingestMeeting'> | undefined> {
    const row = await this.join(participant);
    if (isRefusal(row) || row.status !== 'completed') return undefined;
    const outcome = await this.outcome(row);
    return isRefusal(outcome) ? undefined : outcome;
  }

  /** MTG-24: what was written down of a piece that its sender calls so; undefined when it was not. */
  async known({ call, workspaceId, meetingId: id }: Participant, piece: string) {
    if (piece === '') return undefined;
    const { database } = this.dependencies;
    const key = { workspaceId, id };
    return (await live.selectPiece(database.reader, key, nameFor(call, piece)))?.text;
  }

  /**
   * Stores a piece of text, once for each name of a piece; empty text only notes that something was heard. Answers its position;
   * undefined where nothing was added. Conflict: the meeting was stopped (MTG-6), or what was typed has the name of another piece.
   */
  append(
    { call, workspaceId: id, meetingId }: Participant,
    { text, piece: name, isTyped }: Piece,
  ): Promise<Refusal | number | undefined> {
    const key = { workspaceId: id, id: meetingId };
    return this.dependencies.commandRunner.run(
      call,
      { id },
      'member',
      async ({ connection, nowMs }): Promise<Refusal | number | undefined> => {
        const db = connection.kysely;
        const row = await queries.selectMeeting(db, id, meetingId);
        if (row === undefined) return noSuchMeeting();
        if (row.status !== 'recording') return overRefusal(row);
        await live.updateHeard(db, meetingId, nowMs);
        if (name === '' && text === '') return undefined;
        const piece = nameFor(call, name);
        const earlier = name === '' ? undefined : await live.selectPiece(db, key, piece);
        if (earlier === undefined) return live.insertChunk(db, key, { text, piece });
        return isTyped && earlier.text !== text ? otherPiece(name) : undefined;
      },
    );
  }

  /** MTG-23: the position of the last piece of text; 0 before the first. */
  newest({ workspaceId, meetingId: id }: Participant): Promise<number> {
    return live.newestPosition(this.dependencies.database.reader, { workspaceId, id });
  }

  saidAfter({ workspaceId, meetingId: id }: Participant, position: number) {
    return live.selectChunksAfter(this.dependencies.database.reader, { workspaceId, id }, position);
  }

  /** Ends the meeting and extracts decisions and actions from it. A second stop gets the same answer. */
  async stop(participant: Participant): Promise<Output<'ingestMeeting'> | Refusal> {
    const { commandRunner } = this.dependencies;
    const { call, workspaceId: id } = participant;
    const row = await this.join(participant);
    if (isRefusal(row) || row.status === 'completed') return this.outcome(row);
    return this.finish(
      row,
      (command) => commandRunner.run(call, { id }, 'member', command),
      () => Promise.resolve(true),
    );
  }

  /** MTG-22: ends a meeting of which nothing was heard for so long that nobody will. */
  async endSilent({ workspaceId, id }: live.MeetingKey, silentMs: number): Promise<void> {
    const { database, committer } = this.dependencies;
    const row = await queries.selectMeeting(database.reader, workspaceId, id);
    if (row === undefined) return;
    const user = await userById(database.reader, row.created_by);
    if (user === undefined) return;
    const caller = { userId: user.id, keyId: '', name: user.name, email: user.email };
    const scope = {
      workspaceId,
      role: 'member',
      caller: { ...caller, tier: 'free', createdAt: 0 },
    } as const;
    const run: Run = async (command) => committer.submit(runForRelay, { scope, command }) as never;
    const isSilent = async ({ connection, nowMs }: Transaction) => {
      const heardAt = await live.selectHeard(connection.kysely, id);
      if (heardAt === undefined || heardAt > nowMs - silentMs) return false;
      await live.updateHeard(connection.kysely, id, nowMs - silentMs + readingMs);
      return true;
    };
    await this.finish(row, run, isSilent, silentMs / 60_000);
  }

  /** `mayEnd` is asked in the transaction that takes nothing more. */
  private async finish(
    row: MeetingRow,
    run: Run,
    mayEnd: (transaction: Transaction) => Promise<boolean>,
    silentMinutes?: number,
  ): Promise<Output<'ingestMeeting'> | Refusal> {
    const { database } = this.dependencies;
    const { workspace_id: workspaceId, id } = row;
    const begun = await run(
      async (transaction) =>
        (await mayEnd(transaction)) && (await beginProcessing(transaction, { workspaceId, id })),
    );
    if (begun !== true) return begun === false ? overRefusal(row) : begun;
    const said = await live.selectChunks(database.reader, workspaceId, id);
    const extraction = await extract(this.dependencies, {
      workspaceId,
      text: said.join('\n'),
      participants: JSON.parse(row.participants) as string[],
      nowMs: momentOfDay(row.held_on ?? dayOf(row.created_at)),
    });
    if (isRefusal(extraction)) return extraction;
    await this.listeners.tell(id);
    const done = await run((transaction, scope) =>
      complete(transaction, scope, { meetingId: id, extraction, silentMinutes }),
    );
    const outcome = await this.outcome(done);
    if (!isRefusal(outcome)) this.listeners.end(id, outcome);
    return outcome;
  }

  private async outcome(row: MeetingRow | Refusal): Promise<Output<'ingestMeeting'> | Refusal> {
    return isRefusal(row) ? row : outcomeOf(this.dependencies.database.reader, row);
  }
}

/** Runs a command of a member, or of the relay itself, in the next transaction. */
type Run = <T>(
  command: (transaction: Transaction, scope: Scope) => Promise<T | Refusal>,
) => Promise<T | Refusal>;

interface RelayCommand {
  readonly scope: Scope;
  readonly command: (transaction: Transaction, scope: Scope) => Promise<unknown>;
}

const runForRelay: Handler<RelayCommand, unknown> = async (transaction, commands) => {
  await lockWorkspaces(
    transaction,
    commands.map(({ scope }) => scope.workspaceId),
  );
  const answers: unknown[] = [];
  for (const { command, scope } of commands) answers.push(await command(transaction, scope));
  return answers;
};

function overRefusal({ status }: Pick<MeetingRow, 'status'>): Refusal {
  const state = status === 'processing' ? 'was stopped and is being read' : 'is over';
  return refuse('Conflict', `This meeting ${state}: nothing more is taken. Start a new one.`);
}

async function beginProcessing({ connection }: Transaction, key: live.MeetingKey): Promise<true> {
  const db = connection.kysely;
  const row = await queries.selectMeeting(db, key.workspaceId, key.id);
  if (row?.status === 'recording') await queries.updateMeeting(db, key, { status: 'processing' });
  return true;
}

interface Completion {
  readonly meetingId: string;
  readonly extraction: Extraction;
  /** Nobody stopped it: nothing was heard for so long. */
  readonly silentMinutes: number | undefined;
}

/** Whoever stopped it first has finished it. */
async function complete(
  transaction: Transaction,
  scope: Scope,
  { meetingId: id, extraction, silentMinutes }: Completion,
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
    transcript: (await live.selectChunks(db, workspaceId, id)).join('\n'),
    ...toColumns(extraction),
    method: extraction.method,
    completed_at: nowMs,
  };
  await queries.updateMeeting(db, { workspaceId, id }, meeting);
  await live.deleteLive(db, id);
  await completeMeeting(transaction, scope, { meeting, extraction, silentMinutes });
  return meeting;
}
