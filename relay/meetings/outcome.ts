import type { Output } from '../../shared/api/operations.ts';
import type { Database } from '../store/database.ts';
import type { MeetingRow } from '../store/schema.ts';
import { selectPackageDecisions, selectPackagesOfMeeting } from '../work-packages/queries.ts';
import { selectDecisionsOfMeeting } from './queries.ts';
import { toOutcome } from './records.ts';

/** A meeting with what came of it, without its transcript. */
export async function outcomeOf(
  db: Database['reader'],
  row: MeetingRow,
): Promise<Output<'ingestMeeting'>> {
  const { workspace_id, id } = row;
  const decisions = await selectDecisionsOfMeeting(db, workspace_id, id);
  const packages = await selectPackagesOfMeeting(db, workspace_id, id);
  const ids = packages.map((one) => one.id);
  const packageDecisions = await selectPackageDecisions(db, workspace_id, ids);
  return toOutcome(row, { decisions, packages, packageDecisions });
}
