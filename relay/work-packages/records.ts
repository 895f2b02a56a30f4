import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { PackageStatus, WorkPackageRecord } from '../../shared/work-packages/contract.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { isUnconfirmed } from '../decisions/records.ts';
import { notFileScoped } from '../../shared/work-packages/not-file-scoped.ts';
import { statesAction, type PackageState } from './rules.ts';
import type { PackageDecision, WorkPackage, ReviewedLink } from './queries.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { modelReason, namedReason } from './group-work.ts';

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

/** Why a file is in a package, as the package's row keeps it; a file may have several, the first that counts is told. */
export interface StoredSource {
  readonly file: string;
  readonly reason: string;
  /** The ids of the results that it comes of; empty when no review takes it away. */
  readonly of: readonly string[];
  /** PKG-4: all of these results were dropped. */
  readonly left_out?: true;
}

/** The first source of each file that is not left out. */
function firstSources(sources: readonly StoredSource[]): StoredSource[] {
  const files = new Map<string, StoredSource>();
  for (const source of sources) {
    const key = pathKey(source.file);
    if (source.left_out !== true && !files.has(key)) files.set(key, source);
  }
  return [...files.values()];
}

/** The columns of a package with these sources. */
export function fileColumns(
  sources: readonly StoredSource[],
): Pick<WorkPackageRow, 'files' | 'file_sources'> {
  return {
    files: JSON.stringify(firstSources(sources).map(({ file }) => file)),
    file_sources: JSON.stringify(sources),
  };
}

/** PKG-5: how each file came in; empty for packages of earlier versions. */
function reasonsIn({
  file_sources: stored,
}: Pick<WorkPackageRow, 'file_sources'>): { file: string; reason: string }[] {
  const sources = firstSources(JSON.parse(stored) as StoredSource[]);
  return sources.map(({ file, reason }) => ({ file, reason }));
}

/** PKG-4: leaves out what comes only of results that do not count. */
export function counted(
  sources: readonly StoredSource[],
  ids: ReadonlySet<string>,
): StoredSource[] {
  return sources.map(({ file, reason, of }) => {
    const counts = of.length === 0 || of.some((id) => ids.has(id));
    return { file, reason, of, ...(!counts && { left_out: true as const }) };
  });
}

/** As they were stored; for packages of earlier versions, out of their files and those of their decisions. */
export function sourcesOf(
  { file_sources: stored, files }: Pick<WorkPackageRow, 'file_sources' | 'files'>,
  decisions: readonly Pick<ReviewedLink, 'id' | 'files'>[],
): StoredSource[] {
  const sources = JSON.parse(stored) as StoredSource[];
  if (sources.length > 0) return sources;
  const own = (JSON.parse(files) as string[]).map((file) => ({ file, of: [] as string[] }));
  const byKey = new Map(own.map((one) => [pathKey(one.file), one]));
  for (const { id, files: column } of decisions)
    for (const file of JSON.parse(column) as string[]) {
      const known = byKey.get(pathKey(file)) ?? { file, of: [] };
      known.of.push(id);
      byKey.set(pathKey(file), known);
    }
  return [...byKey.values()].map((one) => ({
    ...one,
    reason: one.of.length > 0 ? namedReason : modelReason,
  }));
}
