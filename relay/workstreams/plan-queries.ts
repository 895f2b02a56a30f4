import type { TaskRow, WorkstreamRow } from '../store/schema.ts';
import type { Db, WorkstreamKey } from './queries.ts';

/** The tasks of a workstream, oldest first. */
export function selectTasks(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
  limit: number,
): Promise<Pick<TaskRow, 'id' | 'title' | 'status'>[]> {
  return db
    .selectFrom('tasks')
    .select(['id', 'title', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('workstream', '=', slug)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface PlannedDecision {
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
}

/** The current decisions that sessions made while they had joined it, or since it began while they are on its branch. */
export function selectDecisionsMadeIn(
  db: Db,
  { workspace_id, slug, branch, created_at }: WorkstreamRow,
  limit: number,
): Promise<PlannedDecision[]> {
  return db
    .selectFrom('decisions as d')
    .select(['d.id', 'd.title', 'd.rationale'])
    .where('d.workspace_id', '=', workspace_id)
    .where('d.state', 'in', ['fresh', 'stale'])
    .where('d.created_at', '>=', created_at)
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('workstream_members as m')
            .select('m.slug')
            .where('m.workspace_id', '=', workspace_id)
            .where('m.slug', '=', slug)
            .whereRef('m.session_id', '=', 'd.session_id')
            .where('m.session_id', '!=', '')
            .whereRef('m.joined_at', '<=', 'd.created_at'),
        ),
        where.exists(
          where
            .selectFrom('sessions as s')
            .select('s.id')
            .where('s.workspace_id', '=', workspace_id)
            .whereRef('s.id', '=', 'd.session_id')
            .where((inner) =>
              inner.or([
                inner.and([inner('s.workstream', '=', ''), inner('s.branch', '=', branch)]),
                inner.and([inner('s.workstream', '=', slug), inner('s.agent_id', '!=', '')]),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}
