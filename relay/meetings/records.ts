import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { DecisionType } from '../../shared/decisions/contract.ts';
import type {
  MeetingDecision,
  MeetingRecord,
  MeetingStatus,
  ResultState,
  ActionItem,
  Speaker,
} from '../../shared/meetings/results.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { PackageDecision, WorkPackage } from '../work-packages/queries.ts';
import { toRecord as toWorkPackage } from '../work-packages/records.ts';
import { readBy } from '../../shared/meetings/method.ts';
import { waitingSuggestions } from './suggestions.ts';
import type { DecisionOfMeeting, MeetingSummary } from './queries.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { FoundAction } from './extracted-items.ts';

/** What came of a meeting. */
interface Outcome {
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

/** Left out where nobody is known to speak. */
export function speakersPart(row: MeetingRow): Pick<MeetingRecord, 'speakers'> {
  const speakers = JSON.parse(row.speakers) as Speaker[];
  return speakers.some(({ name }) => name !== '') ? { speakers } : {};
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

/** The action items of a meeting as its row keeps them: each with an id, and for nobody to have confirmed yet. */
export function toColumn(actions: readonly FoundAction[]): string {
  const items = actions.map(({ files, ...one }): ActionItem => ({
    id: newId('actionItem'),
    ...one,
    ...(files.length > 0 && { files: [...files] }),
    state: 'found',
  }));
  return JSON.stringify(items);
}

/** The action items of a meeting. Those of earlier versions have no id of their own: their place is it. */
export function actionsOf({
  action_items: column,
}: Pick<MeetingRow, 'action_items'>): ActionItem[] {
  const items = JSON.parse(column) as (Omit<ActionItem, 'id'> & { id?: string })[];
  return items.map((item, at) => ({ ...item, id: item.id ?? `act_${at + 1}` }));
}
