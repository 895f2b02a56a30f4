import { pathKey } from '../../shared/kernel/paths.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { followDecision } from './follow-review.ts';
import { draftOf, without, type DecidedWork } from './partition.ts';
import * as queries from './queries.ts';
import { filesOf, newPackage } from './records.ts';

/**
 * MTG-12: a decision that was recorded after its meeting gets its package, as the others did: the one that has a file of it, else
 * one of its own. A file that another package has stays there (PKG-3).
 */
export async function packDecision(
  transaction: Transaction,
  meeting: MeetingRow,
  decision: DecidedWork & { readonly id: string },
): Promise<void> {
  const { connection, nowMs } = transaction;
  const db = connection.kysely;
  const { workspace_id, id: meeting_id } = meeting;
  const packages = await queries.selectPackagesForReview(db, workspace_id, meeting_id);
  const keys = new Set(decision.files.map(pathKey));
  // One that is shown before one that is not, which is shown again then.
  const [joined] = packages
    .filter(({ status }) => status !== 'completed')
    .filter((one) => filesOf(one).some((file) => keys.has(pathKey(file))))
    .sort((a, b) => a.withdrawn - b.withdrawn);
  const link = { workspace_id, decision_id: decision.id };
  if (joined !== undefined) {
    const links = await queries.selectLinksForReview(db, workspace_id, meeting_id);
    const position = links.filter(({ package_id }) => package_id === joined.id).length;
    await queries.insertPackages(db, [], [{ ...link, package_id: joined.id, position }]);
    await followDecision(transaction, meeting, decision.id);
    return;
  }
  const taken = packages.filter(({ withdrawn }) => withdrawn === 0).flatMap(filesOf);
  const draft = { ...draftOf([decision], [0]), files: without(decision.files, taken) };
  const row = newPackage(meeting, draft, { position: packages.length, nowMs });
  await queries.insertPackages(db, [row], [{ ...link, package_id: row.id, position: 0 }]);
}
