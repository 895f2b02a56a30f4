import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { PackageStatus, WorkPackageRecord } from '../../shared/work-packages/contract.ts';
import { statesAction, type PackageState } from './rules.ts';
import type { PackageDecision, WorkPackage } from './queries.ts';

export function toRecord(
  row: WorkPackage,
  decisions: readonly PackageDecision[],
): WorkPackageRecord {
  const { assignee, assignee_name: name } = row;
  return {
    id: row.id,
    meeting_id: row.meeting_id,
    title: row.title,
    description: withoutLeftOut(row),
    files: JSON.parse(row.files) as string[],
    decisions: decisions
      .filter(({ package_id }) => package_id === row.id)
      .map(({ id, title, rationale }) => ({ id, title, rationale })),
    ...(assignee !== '' && { assignee, assignee_name: name ?? '' }),
    status: row.status as PackageStatus,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** MTG-8: without the lines that say what was dropped. */
function withoutLeftOut({ description, left_out: column }: WorkPackage): string {
  const dropped = JSON.parse(column) as string[];
  if (dropped.length === 0) return description;
  const lines = description.split('\n');
  return lines.filter((line) => !dropped.some((action) => statesAction(line, action))).join('\n');
}

/** The fields that the rules need. */
export function toState({ id, status, assignee, assignee_name: name }: WorkPackage): PackageState {
  return {
    id,
    status: status as PackageStatus,
    assignee: assignee === '' ? undefined : assignee,
    assigneeName: name ?? '',
  };
}
