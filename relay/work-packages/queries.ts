import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, WorkPackageDecisionRow, WorkPackageRow } from '../store/schema.ts';

/** A work package with the display name of who claimed it. */
export interface WorkPackage extends WorkPackageRow {
  readonly assignee_name: string | null;
}

/** A decision that a work package follows from. */
export interface PackageDecision {
  readonly package_id: string;
  readonly id: string;
  readonly title: string;
  readonly rationale: string;
  /** 1: nobody has confirmed it (MTG-18). */
  readonly unconfirmed: number;
}

export async function insertPackages(
  db: Db,
  packages: readonly WorkPackageRow[],
  decisions: readonly WorkPackageDecisionRow[],
): Promise<void> {
  if (packages.length > 0)
    await db
      .insertInto('work_packages')
      .values([...packages])
      .execute();
  if (decisions.length > 0)
    await db
      .insertInto('work_package_decisions')
      .values([...decisions])
      .execute();
}

export async function updatePackage(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  changes: Partial<WorkPackageRow>,
): Promise<void> {
  await db
    .updateTable('work_packages')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export function selectPackage(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<WorkPackage | undefined> {
  return packagesOf(db, workspaceId).where('p.id', '=', id).executeTakeFirst();
}

export interface PackageFilter {
  readonly status?: string | undefined;
  /** A user id. */
  readonly assignee?: string | undefined;
}

/** Newest first; `before` is the last one of the page before. */
export function selectPackages(
  db: Db,
  workspaceId: string,
  { filter, limit, before }: { filter: PackageFilter; limit: number; before?: Moment | undefined },
): Promise<WorkPackage[]> {
  let query = packagesOf(db, workspaceId);
  const { status, assignee } = filter;
  if (status !== undefined) query = query.where('p.status', '=', status);
  if (assignee !== undefined) query = query.where('p.assignee', '=', assignee);
  return newestFirst(query, ['p.created_at', 'p.id'], { limit, before }).execute();
}

/** What a user has claimed and not completed. */
export function selectUnfinishedOf(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<WorkPackage[]> {
  return packagesOf(db, workspaceId)
    .where('p.assignee', '=', userId)
    .where('p.status', '<>', 'completed')
    .orderBy('p.id')
    .execute();
}

/** Those of one meeting, in their order. */
export function selectPackagesOfMeeting(
  db: Db,
  workspaceId: string,
  meetingId: string,
): Promise<WorkPackage[]> {
  return packagesOf(db, workspaceId)
    .where('p.meeting_id', '=', meetingId)
    .orderBy('p.position')
    .execute();
}

/** MTG-8: the decisions that work packages follow from, in their order; dropped ones are left out. */
export async function selectPackageDecisions(
  db: Db,
  workspaceId: string,
  packageIds: readonly string[],
): Promise<PackageDecision[]> {
  if (packageIds.length === 0) return [];
  return linksOf(db, workspaceId)
    .where('l.package_id', 'in', [...packageIds])
    .where('m.state', '<>', 'dropped')
    .execute();
}

/** Those of one meeting in their order, also those that nobody is shown (MTG-8). */
export function selectPackagesForReview(
  db: Db,
  workspaceId: string,
  meetingId: string,
): Promise<WorkPackageRow[]> {
  return db
    .selectFrom('work_packages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', meetingId)
    .orderBy('position')
    .execute();
}

/** A decision of a package, with its state as a result of the meeting. */
export interface ReviewedLink extends PackageDecision {
  /** JSON: canonical paths. */
  readonly files: string;
  readonly review: string;
}

/** The decisions of all packages of a meeting in their order, dropped ones too. */
export function selectLinksForReview(
  db: Db,
  workspaceId: string,
  meetingId: string,
): Promise<ReviewedLink[]> {
  return linksOf(db, workspaceId)
    .select(['d.files', 'm.state as review'])
    .where('p.meeting_id', '=', meetingId)
    .execute();
}

function linksOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('work_package_decisions as l')
    .innerJoin('work_packages as p', 'p.id', 'l.package_id')
    .innerJoin('decisions as d', 'd.id', 'l.decision_id')
    .innerJoin('meeting_decisions as m', (on) =>
      on
        .onRef('m.workspace_id', '=', 'l.workspace_id')
        .onRef('m.meeting_id', '=', 'p.meeting_id')
        .onRef('m.decision_id', '=', 'l.decision_id'),
    )
    .select(['l.package_id', 'd.id', 'd.title', 'd.rationale', 'd.unconfirmed'])
    .where('l.workspace_id', '=', workspaceId)
    .orderBy('l.package_id')
    .orderBy('l.position');
}

function packagesOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('work_packages as p')
    .leftJoin('users as u', 'u.id', 'p.assignee')
    .selectAll('p')
    .select('u.name as assignee_name')
    .where('p.workspace_id', '=', workspaceId)
    .where('p.withdrawn', '=', 0);
}
