import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import { selectProgress, type Progress } from './plan-queries.ts';
import type { Db } from '../store/schema.ts';

/** WST-5: the records with how far each workstream is. */
export async function withProgress(
  db: Db,
  workspaceId: string,
  records: readonly WorkstreamRecord[],
): Promise<WorkstreamRecord[]> {
  const slugs = records.map(({ slug }) => slug);
  const found = await selectProgress(db, workspaceId, slugs);
  const bySlug = new Map(found.map((progress) => [progress.slug, progress]));
  return records.map((record) => ({ ...record, progress: toProgress(bySlug.get(record.slug)) }));
}

function toProgress(found: Progress | undefined): WorkstreamRecord['progress'] {
  if (found === undefined) return { tasks_done: 0, tasks_total: 0, commits: 0 };
  const { tasks_done, tasks_total, commits, last_commit_at: last } = found;
  return {
    tasks_done,
    tasks_total,
    commits,
    ...(last !== null && { last_commit_at: toTimestamp(last) }),
  };
}
