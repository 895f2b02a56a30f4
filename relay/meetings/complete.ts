import { isRefusal } from '../../shared/kernel/refusal.ts';
import { record } from '../decisions/record.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { insertPackages } from '../work-packages/queries.ts';
import { newPackage } from '../work-packages/records.ts';
import type { Scope } from '../access/authorizer.ts';
import { actionsOf, toColumn } from './action-items.ts';
import type { Extraction } from './extract.ts';
import { insertUnreviewed } from './review-queries.ts';
import { toThousandths } from './records.ts';
import { suggestedRow, unreviewedRow } from './review-records.ts';
import { toSuggestions, waitingSuggestions } from './suggestions.ts';
import * as queries from './queries.ts';

/** What of a meeting's row says what was found in it. */
export function toColumns({
  actions,
  suggested,
  notices = [],
}: Extraction): Pick<MeetingRow, 'action_items' | 'suggestions' | 'notices'> {
  return {
    action_items: toColumn(actions),
    suggestions: toSuggestions(suggested),
    notices: JSON.stringify(notices),
  };
}

/** Stores what was found in a meeting, in the transaction that stores the meeting: its decisions count, its packages are open. */
export async function completeMeeting(
  transaction: Transaction,
  scope: Scope,
  { meeting, extraction }: { meeting: MeetingRow; extraction: Extraction },
): Promise<void> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const decided = await recordDecisions(transaction, scope, extraction);
  await queries.insertMeetingDecisions(
    connection.kysely,
    decided.map((decision_id, position) => ({
      workspace_id: workspaceId,
      meeting_id: meeting.id,
      decision_id,
      position,
      sentence: extraction.decisions[position]?.sentence ?? '',
      state: 'found',
      confidence: toThousandths(extraction.decisions[position]?.confidence),
      reviewed_by: '',
      reviewed_at: null,
    })),
  );
  await awaitReview(transaction, meeting, decided);
  await openPackages(transaction, meeting, { extraction, decided });
  log.append(workspaceId, {
    type: 'meeting_completed',
    meeting: { id: meeting.id, title: meeting.title },
    user: caller.name,
    decisions: decided.length,
    action_items: extraction.actions.length,
    work_packages: extraction.packages.length,
  });
}

/** MTG-9: everything that was found waits for a person. */
async function awaitReview(
  { connection }: Transaction,
  meeting: MeetingRow,
  decided: readonly string[],
): Promise<void> {
  const rows = [
    ...decided.map((id, at) => unreviewedRow(meeting, { kind: 'decision', id, at })),
    ...actionsOf(meeting).map(({ id }, at) => unreviewedRow(meeting, { kind: 'action', id, at })),
    ...waitingSuggestions(meeting).map((one, at) => suggestedRow(meeting, one, at)),
  ];
  await insertUnreviewed(connection.kysely, rows);
}

/** Records the decisions; answers their ids in the same order. */
async function recordDecisions(
  transaction: Transaction,
  scope: Scope,
  { decisions }: Extraction,
): Promise<string[]> {
  const ids: string[] = [];
  for (const decision of decisions) {
    const recorded = await record(transaction, scope, decision);
    // Only a decision that supersedes another can be refused, and these do not. The throw rolls back.
    if (isRefusal(recorded)) throw new Error(recorded.message);
    ids.push(recorded.row.id);
  }
  return ids;
}

/** The work packages, open for whoever claims them. */
async function openPackages(
  { connection, nowMs }: Transaction,
  meeting: MeetingRow,
  { extraction, decided }: { extraction: Extraction; decided: readonly string[] },
): Promise<void> {
  const { workspace_id } = meeting;
  const packages = extraction.packages.map((draft, position) =>
    newPackage(meeting, draft, { position, nowMs }),
  );
  const links = packages.flatMap(({ id: package_id }, at) =>
    (extraction.packages[at]?.decisions ?? []).flatMap((place, position) => {
      const decision_id = decided[place];
      return decision_id === undefined ? [] : [{ workspace_id, package_id, decision_id, position }];
    }),
  );
  await insertPackages(connection.kysely, packages, links);
}
