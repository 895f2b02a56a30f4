import type { Input, Output } from '../../shared/api/operations.ts';
import type { ToldBy } from '../../shared/decisions/contract.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { cutPage } from '../kernel/handlers.ts';
import type { Database } from '../store/database.ts';
import { selectDecision } from './queries.ts';
import { noSuchDecision } from './reaffirm.ts';
import { selectTellings, type Telling } from './told-queries.ts';
import type { ToldRecorder } from './told.ts';

/** DEC-14: who was told of a decision, with what this relay has gathered and not written yet. */
export async function listTold(
  { db, told }: { db: Database['reader']; told: ToldRecorder },
  { id, decision_id: decisionId, limit, before: cursor }: Input<'listTold'>,
): Promise<Output<'listTold'> | Refusal> {
  const before = momentOf(cursor);
  if (isRefusal(before)) return before;
  if ((await selectDecision(db, id, decisionId)) === undefined) return noSuchDecision();
  // What is written can be read also where nothing more can be written (DUR-5).
  await told.flush().catch(() => undefined);
  const found = await selectTellings(db, id, { decisionId, limit: limit + 1, before });
  const { rows, nextCursor } = cutPage(found, limit, cursorOf);
  return { told: rows.map(toTelling), next_cursor: nextCursor };
}

function toTelling({ told_by: by, at, ...session }: Telling): Output<'listTold'>['told'][number] {
  return { ...session, at: toTimestamp(at), by: by as ToldBy };
}

function cursorOf({ at: createdAt, session_id: id }: Telling): string {
  return momentCursor({ createdAt, id });
}
