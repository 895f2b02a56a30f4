import type { Transaction } from '../store/group-committer.ts';
import { updateWait, type Wait } from './queries.ts';
import { waitInEvent } from './records.ts';
import type { EndedWait } from './rules.ts';

/** Stores how the wait ended, and appends `wait_ended`. */
export async function endWait(
  { connection, log, nowMs }: Transaction,
  row: Wait,
  status: EndedWait['status'],
): Promise<void> {
  await updateWait(connection.kysely, row, { status, ended_at: nowMs });
  log.append(row.workspace_id, { type: 'wait_ended', ...waitInEvent(row), status });
}
