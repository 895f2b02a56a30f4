import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { record } from '../decisions/record.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { insertPackages } from '../work-packages/queries.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Extraction } from './extract.ts';
import * as queries from './queries.ts';

/** Stores what came of a meeting: its decisions are the team's, its packages are open. One transaction with the meeting. */
export async function complete(
  transaction: Transaction,
  scope: Scope,
  { meeting, extraction }: { meeting: MeetingRow; extraction: Extraction },
): Promise<void> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const decided = await recordAll(transaction, scope, extraction);
  await queries.insertMeetingDecisions(
    connection.kysely,
    decided.map((decision_id, position) => {
      return { workspace_id: workspaceId, meeting_id: meeting.id, decision_id, position };
    }),
  );
  await open(transaction, meeting, { extraction, decided });
  log.append(workspaceId, {
    type: 'meeting_completed',
    meeting: { id: meeting.id, title: meeting.title },
    user: caller.name,
    decisions: decided.length,
    action_items: extraction.actions.length,
    work_packages: extraction.divisions.length,
  });
}

/** Records the decisions; answers their ids in the same order. */
async function recordAll(
  transaction: Transaction,
  scope: Scope,
  { decisions }: Extraction,
): Promise<string[]> {
  const ids: string[] = [];
  for (const decision of decisions) {
    const recorded = await record(transaction, scope, decision);
    // Only one that supersedes another can be refused; a throw takes back what was written.
    if (isRefusal(recorded)) throw new Error(recorded.message);
    ids.push(recorded.row.id);
  }
  return ids;
}

/** The work packages, open for whoever claims them. */
async function open(
  { connection, nowMs }: Transaction,
  meeting: MeetingRow,
  { extraction, decided }: { extraction: Extraction; decided: readonly string[] },
): Promise<void> {
  const { workspace_id } = meeting;
  const packages = extraction.divisions.map((division, position): WorkPackageRow => ({
    id: newId('workPackage'),
    workspace_id,
    meeting_id: meeting.id,
    title: division.title,
    description: division.description,
    files: JSON.stringify(division.files),
    assignee: '',
    status: 'open',
    position,
    created_at: nowMs,
    updated_at: nowMs,
  }));
  const links = packages.flatMap(({ id: package_id }, at) =>
    (extraction.divisions[at]?.motives ?? []).flatMap((place, position) => {
      const decision_id = decided[place];
      return decision_id === undefined ? [] : [{ workspace_id, package_id, decision_id, position }];
    }),
  );
  await insertPackages(connection.kysely, packages, links);
}
