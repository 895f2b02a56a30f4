import type { ConventionRecord, Tier } from '../../shared/conventions/contract.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Convention } from './queries.ts';

/** The record of a convention, on the wire. */
export function toRecord(row: Convention): ConventionRecord {
  return {
    id: row.id,
    title: row.title,
    rationale: row.rationale,
    tier: row.tier as Tier,
    affected_files: globsOfRow(row),
    affected_areas: JSON.parse(row.affected_areas) as string[],
    status: row.status as ConventionRecord['status'],
    proposed_by: row.proposed_by,
    proposed_by_name: row.proposed_by_name,
    created_at: toTimestamp(row.created_at),
    retired_at: row.retired_at === null ? undefined : toTimestamp(row.retired_at),
    retired_by: row.retired_by ?? undefined,
    accepted_by: row.accepted_by ?? undefined,
    accepted_at: row.accepted_at === null ? undefined : toTimestamp(row.accepted_at),
  };
}

export function globsOfRow({ affected_files }: Pick<Convention, 'affected_files'>): string[] {
  return JSON.parse(affected_files) as string[];
}

/** The fields of a convention in each of its events. */
export function conventionInEvent(row: Convention) {
  const { id, title, tier, status } = row;
  return { id, title, tier, affected_files: globsOfRow(row), status };
}
