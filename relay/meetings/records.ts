import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { DecisionType } from '../../shared/decisions/contract.ts';
import type {
  MeetingDecision,
  MeetingRecord,
  MeetingStatus,
  ResultState,
} from '../../shared/meetings/results.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { PackageDecision, WorkPackage } from '../work-packages/queries.ts';
import { toRecord as toWorkPackage } from '../work-packages/records.ts';
import { actionsOf } from './action-items.ts';
import { readBy } from '../../shared/meetings/method.ts';
import { waitingSuggestions } from './suggestions.ts';
import type { DecisionOfMeeting, MeetingSummary } from './queries.ts';

/** What came of a meeting. */
export interface Outcome {
  readonly decisions: readonly DecisionOfMeeting[];
  readonly packages: readonly WorkPackage[];
  readonly packageDecisions: readonly PackageDecision[];
}

/** A meeting without its transcript, as its creation answers it. */
export function toOutcome(
  row: MeetingRow,
  { decisions, packages, packageDecisions }: Outcome,
): Omit<MeetingRecord, 'transcript'> {
  return {
    id: row.id,
    title: row.title,
    status: row.status as MeetingStatus,
    participants: JSON.parse(row.participants) as string[],
    ...dayOf(row),
    decisions: decisions.map(toMeetingDecision),
    action_items: actionsOf(row),
    work_packages: packages.map((one) => toWorkPackage(one, packageDecisions)),
    ...suggestedPart(row),
    method: readBy(row.method),
    created_at: toTimestamp(row.created_at),
  };
}

export function toSummary(row: MeetingSummary) {
  return {
    id: row.id,
    title: row.title,
    status: row.status as MeetingStatus,
    participants: JSON.parse(row.participants) as string[],
    ...dayOf(row),
    decisions_count: row.decisions_count,
    work_packages_count: row.work_packages_count,
    unreviewed_count: row.unreviewed_count,
    suggestions_count: row.suggestions_count,
    created_at: toTimestamp(row.created_at),
  };
}

function dayOf({ held_on: date }: Pick<MeetingRow, 'held_on'>): { date?: string } {
  return date === null ? {} : { date };
}

function suggestedPart(row: MeetingRow): Pick<MeetingRecord, 'suggestions' | 'notices'> {
  const suggestions = waitingSuggestions(row);
  const notices = JSON.parse(row.notices) as string[];
  return {
    ...(suggestions.length > 0 && { suggestions }),
    ...(notices.length > 0 && { notices }),
  };
}

function toMeetingDecision(row: DecisionOfMeeting): MeetingDecision {
  return {
    id: row.id,
    title: row.title,
    rationale: row.rationale,
    type: row.type as DecisionType,
    affected_files: JSON.parse(row.files) as string[],
    affected_areas: JSON.parse(row.areas) as string[],
    ...(row.sentence !== '' && { sentence: row.sentence }),
    ...(row.confidence !== null && { confidence: row.confidence / 1_000 }),
    ...(row.review !== '' && { state: row.review as ResultState }),
    ...(row.reviewed_by !== '' && { reviewed_by: row.reviewed_by }),
    ...(row.reviewed_at !== null && { reviewed_at: toTimestamp(row.reviewed_at) }),
  };
}

/** How sure a reader was, as a row keeps it. */
export function toThousandths(confidence: number | undefined): number | null {
  return confidence === undefined ? null : Math.round(confidence * 1_000);
}
