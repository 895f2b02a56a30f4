import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { PackageStatus, WorkPackageRecord } from '../../shared/work-packages/contract.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { isUnconfirmed } from '../decisions/records.ts';
import { notFileScoped } from '../../shared/work-packages/not-file-scoped.ts';
import { fileColumns, reasonsIn, type StoredSource } from './sources.ts';
import { statesAction, type PackageState } from './rules.ts';
import type { PackageDecision, WorkPackage } from './queries.ts';

export function toRecord(
  row: WorkPackage,
  decisions: readonly PackageDecision[],
): WorkPackageRecord {
  const { assignee, assignee_name: name } = row;
  const files = JSON.parse(row.files) as string[];
  const reasons = reasonsIn(row);
  const isFileScoped = files.length > 0;
  return {
    id: row.id,
    meeting_id: row.meeting_id,
    title: row.title,
    description: withoutLeftOut(row),
    files,
    ...(reasons.length > 0 && { file_reasons: reasons }),
    file_scoped: isFileScoped,
    ...(!isFileScoped && { note: notFileScoped }),
    decisions: decisions
      .filter(({ package_id }) => package_id === row.id)
      .map(({ id, title, rationale, ...one }) => ({
        id,
        title,
        rationale,
        ...isUnconfirmed(one),
      })),
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

/** The paths that a row names. */
export function filesOf({ files }: { readonly files: string }): string[] {
  return JSON.parse(files) as string[];
}

/** What a new package says and holds. */
interface NewPackage extends Pick<WorkPackageRow, 'title' | 'description'> {
  readonly sources: readonly StoredSource[];
  /** The ids of its action items. */
  readonly actions: readonly string[];
}

/** A package of a meeting, open for whoever claims it. */
export function newPackage(
  { workspace_id, id: meeting_id }: Pick<MeetingRow, 'workspace_id' | 'id'>,
  { title, description, sources, actions }: NewPackage,
  { position, nowMs }: { position: number; nowMs: number },
): WorkPackageRow {
  return {
    id: newId('workPackage'),
    workspace_id,
    meeting_id,
    title,
    description,
    ...fileColumns(sources),
    assignee: '',
    status: 'open',
    position,
    created_at: nowMs,
    updated_at: nowMs,
    left_out: '[]',
    withdrawn: 0,
    action_items: JSON.stringify(actions),
  };
}
