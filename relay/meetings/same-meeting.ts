import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/handlers.ts';
import type { Db, MeetingRow } from '../store/schema.ts';
import { outcomeOf } from './complete.ts';
import type { MeetingDependencies } from './extract.ts';
import type { GivenReading } from './extracted-items.ts';
import { selectSameMeeting, updateMeeting } from './queries.ts';
import { takeReading } from './take-reading.ts';

/** What makes a meeting, beside what was said. */
export interface MeetingToMake {
  readonly title: string;
  /** The day on which it was or is held; today where nobody says it. */
  readonly date: string | undefined;
}

/** MTG-10: the meeting of the last day that was ingested from the same words under the same title. */
export function sameMeeting(
  db: Db,
  nowMs: number,
  { id, title, transcript, date }: MeetingToMake & { id: string; transcript: string },
): Promise<MeetingRow | undefined> {
  const sinceMs = nowMs - sameForMs;
  return selectSameMeeting(db, id, { title, transcript, heldOn: date, sinceMs });
}

const sameForMs = 24 * 60 * 60_000;

/** What is said of a meeting that is there already. */
interface Again {
  readonly given: GivenReading | undefined;
  /** The participants that are named; empty when none are. */
  readonly said: readonly string[];
  readonly call: Call;
}

/** MTG-10; a reading that comes with it is taken as one that is handed in afterwards. */
export async function again(
  dependencies: MeetingDependencies,
  known: MeetingRow,
  { given, said, call }: Again,
): Promise<Output<'ingestMeeting'> | Refusal> {
  const row = await withParticipants(dependencies, known, { said, call });
  if (isRefusal(row)) return row;
  if (given !== undefined) return takeReading(dependencies, { row, given, call });
  return outcomeOf(dependencies.database.reader, row);
}

/** MTG-10: who names other participants corrects those of the meeting; what was found in it stays. */
async function withParticipants(
  { commandRunner }: MeetingDependencies,
  row: MeetingRow,
  { said, call }: Pick<Again, 'said' | 'call'>,
): Promise<MeetingRow | Refusal> {
  const { id, workspace_id: workspaceId } = row;
  const participants = JSON.stringify(said);
  if (said.length === 0 || participants === row.participants) return row;
  // The request's key keeps its answer (ANS-5), which is not the answer of this step.
  const step = { ...call, request: undefined };
  return commandRunner.run(step, { id: workspaceId }, 'member', async ({ connection }) => {
    await updateMeeting(connection.kysely, { workspaceId, id }, { participants });
    return { ...row, participants };
  });
}
