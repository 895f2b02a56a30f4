import type { Output } from '../../shared/api/operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { outcomeOf } from './complete.ts';
import type { GivenReading } from './extracted-items.ts';
import * as queries from './queries.ts';
import { noSuchMeeting } from './review.ts';

/** MTG-15: whether somebody hands in only why they have read nothing. */
export function isOfNothing({ reading, readTo }: GivenReading): boolean {
  return readTo === 0 && reading.decisions.length + reading.action_items.length === 0;
}

/**
 * MTG-16: why a model has not read a meeting stands in it, once, unless somebody else has read it meanwhile. NotFound: no such
 * meeting.
 */
export async function keepNotices(
  { connection }: Transaction,
  { workspaceId }: Scope,
  { meetingId: id, notices }: { meetingId: string; notices: readonly string[] },
): Promise<Output<'submitReading'> | Refusal> {
  const db = connection.kysely;
  const row = await queries.selectMeeting(db, workspaceId, id);
  if (row === undefined) return noSuchMeeting();
  if (readBy(row.method) !== builtInReader) return outcomeOf(db, row);
  const known = JSON.parse(row.notices) as string[];
  const all = [...new Set([...known, ...notices])].slice(-limits.meetingNotices);
  const changes = { notices: JSON.stringify(all) };
  await queries.updateMeeting(db, { workspaceId, id }, changes);
  return outcomeOf(db, { ...row, ...changes });
}
