import type { Output } from '../../../shared/api/operations.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Call } from '../../kernel/handlers.ts';
import type { Handler, Transaction } from '../../store/group-committer.ts';
import type { MeetingRow } from '../../store/schema.ts';
import type { Scope } from '../../access/authorizer.ts';
import { lockWorkspaces } from '../../access/queries.ts';
import { userById } from '../../users/queries.ts';
import { dayOf, momentOfDay } from '../../../shared/meetings/meeting-day.ts';
import { completeMeeting, toColumns, outcomeOf } from '../complete.ts';
import { extract, type Extraction, type MeetingDependencies } from '../extract.ts';
import * as live from '../live-queries.ts';
import type { Listeners } from './listeners.ts';
import * as queries from '../queries.ts';
import { noSuchMeeting } from '../review.ts';

/** MTG-22: after so long without a word nobody will stop the meeting. */
export const silenceMs = limits.meetingSilenceMinutes * 60_000;

type Outcome = Output<'ingestMeeting'>;

/**
 * How meetings end that are recorded: by a stop, or by silence. A meeting is read once, however many end it: who comes while it
 * is read waits for the same outcome, and other relays leave it alone (MTG-3).
 */
export class MeetingEndings {
  /** What is being read, by the meeting's id. */
  private readonly readings = new Map<string, Promise<Outcome | Refusal>>();

  constructor(
    private readonly dependencies: MeetingDependencies,
    private readonly listeners: Listeners,
  ) {}

  async stop(
    { workspace_id: workspaceId, id }: MeetingRow,
    call: Call,
  ): Promise<Outcome | Refusal> {
    const { commandRunner } = this.dependencies;
    const run: Run = (command) => commandRunner.run(call, { id: workspaceId }, 'member', command);
    const begun = await run((transaction) => begin(transaction, { workspaceId, id }));
    return isRefusal(begun) ? begun : this.readOnce(begun, { run });
  }

  /** MTG-22: ends a meeting of which nothing was heard for so long that nobody will. */
  async endSilent(key: live.MeetingKey): Promise<void> {
    const run = await this.runOfOwner(key);
    const begun = await run?.(async (transaction) =>
      (await isSilent(transaction, key.id)) ? begin(transaction, key) : undefined,
    );
    if (run === undefined || begun === undefined || isRefusal(begun)) return;
    await this.readOnce(begun, { run, silentMinutes: limits.meetingSilenceMinutes });
  }

  /** Other relays leave alone what is being read here. To be called every few seconds. */
  async keepReading(): Promise<void> {
    const ids = [...this.readings.keys()];
    if (ids.length > 0) await this.dependencies.committer.submit(hold, ids);
  }

  private readOnce(row: MeetingRow, ending: Ending): Promise<Outcome | Refusal> {
    if (row.status === 'completed') return outcomeOf(this.dependencies.database.reader, row);
    const { id } = row;
    const reading =
      this.readings.get(id) ?? this.read(row, ending).finally(() => this.readings.delete(id));
    this.readings.set(id, reading);
    return reading;
  }

  private async read(row: MeetingRow, { run, silentMinutes }: Ending): Promise<Outcome | Refusal> {
    const { database } = this.dependencies;
    const { workspace_id: workspaceId, id } = row;
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
    if (isRefusal(done)) return done;
    const outcome = await outcomeOf(database.reader, done);
    this.listeners.end(id, outcome);
    return outcome;
  }

  /** In the name of whoever began the meeting; undefined where it is gone. */
  private async runOfOwner({ workspaceId, id }: live.MeetingKey): Promise<Run | undefined> {
    const { database, committer } = this.dependencies;
    const row = await queries.selectMeeting(database.reader, workspaceId, id);
    const user = row && (await userById(database.reader, row.created_by));
    if (user === undefined) return undefined;
    const caller = { userId: user.id, keyId: '', name: user.name, email: user.email };
    const scope = {
      workspaceId,
      role: 'member',
      caller: { ...caller, tier: 'free', createdAt: 0 },
    } as const;
    return async (command) => committer.submit(runForRelay, { scope, command }) as never;
  }
}

interface Ending {
  readonly run: Run;
  /** Nobody stopped it: nothing was heard for so long. */
  readonly silentMinutes?: number;
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

const hold: Handler<readonly string[], undefined> = async ({ connection, nowMs }, commands) => {
  for (const id of commands.flat()) await live.updateHeard(connection.kysely, id, nowMs);
  return commands.map(() => undefined);
};

async function isSilent({ connection, nowMs }: Transaction, id: string): Promise<boolean> {
  const heardAt = await live.selectHeard(connection.kysely, id);
  return heardAt !== undefined && heardAt <= nowMs - silenceMs;
}

/** From now on nothing more is taken. Answers the meeting as it was. */
async function begin(
  { connection, nowMs }: Transaction,
  key: live.MeetingKey,
): Promise<MeetingRow | Refusal> {
  const db = connection.kysely;
  const row = await queries.selectMeeting(db, key.workspaceId, key.id);
  if (row === undefined) return noSuchMeeting();
  if (row.status === 'recording') await queries.updateMeeting(db, key, { status: 'processing' });
  await live.updateHeard(db, key.id, nowMs);
  return row;
}

interface Completion {
  readonly meetingId: string;
  readonly extraction: Extraction;
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
