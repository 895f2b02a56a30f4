import { isRefusal } from '../../shared/kernel/refusal.ts';
import { builtInReader } from '../../shared/meetings/method.ts';
import { record } from '../decisions/record.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow, Db } from '../store/schema.ts';
import { openPackages } from '../work-packages/pack-result.ts';
import { withUnknownFiles } from '../symbol-graph/file-queries.ts';
import type { Scope } from '../access/authorizer.ts';
import { actionsOf, toColumn, toThousandths, toOutcome } from './records.ts';
import type { Extraction } from './extract.ts';
import { insertUnreviewed } from './review-queries.ts';
import { suggestedRow, unreviewedRow } from './review-records.ts';
import { toSuggestions, waitingSuggestions } from './suggestions.ts';
import * as queries from './queries.ts';
import { selectDecisionsOfMeeting } from './queries.ts';
import type { Output } from '../../shared/api/operations.ts';
import { selectPackageDecisions, selectPackagesOfMeeting } from '../work-packages/queries.ts';

/** What of a meeting's row says what was found in it. */
export function toColumns({
  actions,
  suggested,
  notices = [],
  speakers,
}: Extraction): Pick<MeetingRow, 'action_items' | 'suggestions' | 'notices' | 'speakers'> {
  return {
    action_items: toColumn(actions),
    suggestions: toSuggestions(suggested),
    notices: JSON.stringify(notices),
    speakers: JSON.stringify(speakers),
  };
}

/** Stores what was found in a meeting, in the transaction that stores the meeting: its decisions count, its packages are open. */
export async function completeMeeting(
  transaction: Transaction,
  scope: Scope,
  {
    meeting,
    extraction,
    silentMinutes,
  }: { meeting: MeetingRow; extraction: Extraction; silentMinutes?: number | undefined },
): Promise<void> {
  await storeFound(transaction, scope, { meeting, extraction });
  transaction.log.append(scope.workspaceId, {
    type: 'meeting_completed',
    meeting: { id: meeting.id, title: meeting.title },
    user: scope.caller.name,
    decisions: extraction.decisions.length,
    action_items: extraction.actions.length,
    work_packages: extraction.packages.length,
    ...(silentMinutes !== undefined && { silent_minutes: silentMinutes }),
  });
}

/** Results of the meeting that were there before and stay. */
export interface KeptPlaces {
  /** The places of decisions. */
  readonly decisions: ReadonlySet<number>;
  /** How many packages there are. */
  readonly packages: number;
}

const none: KeptPlaces = { decisions: new Set(), packages: 0 };

/** Stores the decisions and packages, and lets everything that was found wait for a person. Nobody is told of the meeting. */
export async function storeFound(
  transaction: Transaction,
  scope: Scope,
  found: { meeting: MeetingRow; extraction: Extraction; kept?: KeptPlaces },
): Promise<void> {
  const { meeting, extraction, kept = none } = found;
  const decided = await recordDecisions(transaction, scope, extraction);
  const places = freePlaces(kept.decisions, decided.length);
  await queries.insertMeetingDecisions(
    transaction.connection.kysely,
    decided.map((decision_id, at) => ({
      workspace_id: scope.workspaceId,
      meeting_id: meeting.id,
      decision_id,
      position: places[at] ?? at,
      sentence: extraction.decisions[at]?.sentence ?? '',
      state: 'found',
      confidence: toThousandths(extraction.decisions[at]?.confidence),
      reviewed_by: '',
      reviewed_at: null,
    })),
  );
  await awaitReview(
    transaction,
    meeting,
    decided.map((id, at) => ({ id, at: places[at] ?? at })),
  );
  const agreed = actionsOf(meeting).map(({ id }) => id);
  // Those that were there before stand first.
  const ids = {
    decision: decided,
    action: agreed.slice(agreed.length - extraction.actions.length),
  };
  const { packages } = extraction;
  await openPackages(transaction, meeting, { packages, ids, first: kept.packages });
}

/** The first places that nobody has. */
function freePlaces(taken: ReadonlySet<number>, count: number): number[] {
  const all = Array.from({ length: taken.size + count }, (_, at) => at);
  return all.filter((at) => !taken.has(at)).slice(0, count);
}

/** MTG-9: everything that was found waits for a person. */
async function awaitReview(
  { connection }: Transaction,
  meeting: MeetingRow,
  decided: readonly { readonly id: string; readonly at: number }[],
): Promise<void> {
  const actions = actionsOf(meeting).map(({ id, state }, at) => ({ id, state, at }));
  const rows = [
    ...decided.map((one) => unreviewedRow(meeting, { kind: 'decision', ...one })),
    ...actions
      .filter(({ state }) => state === 'found')
      .map(({ id, at }) => unreviewedRow(meeting, { kind: 'action', id, at })),
    ...waitingSuggestions(meeting).map((one, at) => suggestedRow(meeting, one, at)),
  ];
  await insertUnreviewed(connection.kysely, rows);
}

/** Records the decisions; answers their ids in the same order. */
async function recordDecisions(
  transaction: Transaction,
  scope: Scope,
  { decisions, method }: Extraction,
): Promise<string[]> {
  const ids: string[] = [];
  for (const decision of decisions) {
    // Only the built-in reader says how sure it is; also beside a reading that is not of the whole transcript.
    const unconfirmed = method === builtInReader || decision.confidence !== undefined;
    const recorded = await record(transaction, scope, { ...decision, unconfirmed });
    // Only a decision that supersedes another can be refused, and these do not. The throw rolls back.
    if (isRefusal(recorded)) throw new Error(recorded.message);
    ids.push(recorded.row.id);
  }
  return ids;
}

/** A meeting with what came of it, without its transcript. */
export async function outcomeOf(db: Db, row: MeetingRow): Promise<Output<'ingestMeeting'>> {
  const { workspace_id, id } = row;
  const decisions = await selectDecisionsOfMeeting(db, workspace_id, id);
  const packages = await selectPackagesOfMeeting(db, workspace_id, id);
  const ids = packages.map((one) => one.id);
  const packageDecisions = await selectPackageDecisions(db, workspace_id, ids);
  const outcome = toOutcome(row, { decisions, packages, packageDecisions });
  return {
    ...outcome,
    work_packages: await withUnknownFiles(db, workspace_id, outcome.work_packages),
  };
}
