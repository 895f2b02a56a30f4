import { pathKey } from '../../shared/kernel/paths.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import { draftOf, without } from './partition.ts';
import * as queries from './queries.ts';
import { filesOf } from './records.ts';
import { statesAction } from './rules.ts';

/** MTG-8: a decision of the meeting was dropped, brought back or changed: its packages that are not completed follow. */
export async function followDecision(
  transaction: Transaction,
  meeting: MeetingRow,
  decisionId: string,
): Promise<void> {
  const db = transaction.connection.kysely;
  const { workspace_id: workspaceId, id: meetingId } = meeting;
  const packages = await queries.selectPackagesForReview(db, workspaceId, meetingId);
  const links = await queries.selectLinksForReview(db, workspaceId, meetingId);
  for (const one of packages) {
    const own = links.filter(({ package_id }) => package_id === one.id);
    if (one.status === 'completed' || !own.some(({ id }) => id === decisionId)) continue;
    const counted = own.filter(({ review }) => review !== 'dropped');
    const others = packages.filter(({ id, withdrawn }) => id !== one.id && withdrawn === 0);
    const elsewhere = others.flatMap(filesOf);
    const changes =
      counted.length === 0
        ? { withdrawn: one.status === 'open' ? 1 : 0 }
        : {
            withdrawn: 0,
            ...(readBy(meeting.method) === builtInReader
              ? wordsOf(counted, elsewhere)
              : {
                  files: JSON.stringify(
                    followedFiles(one, { decisionId, own, counted, elsewhere }),
                  ),
                }),
          };
    await change(transaction, one, changes);
  }
}

/** What the built-in reader finds is said by the decisions alone. */
function wordsOf(
  counted: readonly queries.ReviewedLink[],
  elsewhere: readonly string[],
): Partial<WorkPackageRow> {
  const decided = counted.map((one) => ({ ...one, files: without(filesOf(one), elsewhere) }));
  const { title, description, files } = draftOf(decided, [...decided.keys()]);
  return { title, description, files: JSON.stringify(files) };
}

interface Following {
  readonly decisionId: string;
  readonly own: readonly queries.ReviewedLink[];
  readonly counted: readonly queries.ReviewedLink[];
  /** PKG-3: the files of the other packages. */
  readonly elsewhere: readonly string[];
}

/** A language model's package has files of its own; those that only dropped decisions name leave, and come back with them. */
function followedFiles(
  one: WorkPackageRow,
  { decisionId, own, counted, elsewhere }: Following,
): string[] {
  const named = new Set(counted.flatMap(filesOf).map(pathKey));
  const dropped = own
    .filter(({ review }) => review === 'dropped')
    .flatMap(filesOf)
    .map(pathKey);
  const gone = new Set(dropped.filter((key) => !named.has(key)));
  const returned = counted.filter(({ id }) => id === decisionId);
  const back = without(returned.flatMap(filesOf), elsewhere);
  const kept = filesOf(one).filter((file) => !gone.has(pathKey(file)));
  return [...new Map([...kept, ...back].map((file) => [pathKey(file), file])).values()];
}

/** MTG-8: the descriptions of the meeting's packages say an action item as it is now, and not at all while it is dropped. */
export async function followAction(
  transaction: Transaction,
  { workspace_id: workspaceId, id: meetingId }: MeetingRow,
  { before, action, isDropped }: { before: string; action: string; isDropped: boolean },
): Promise<void> {
  const db = transaction.connection.kysely;
  for (const one of await queries.selectPackagesForReview(db, workspaceId, meetingId)) {
    const description =
      before === action ? one.description : one.description.replaceAll(before, () => action);
    const others = (JSON.parse(one.left_out) as string[]).filter((text) => text !== before);
    const isSaid = isDropped && statesAction(description, action);
    const left_out = JSON.stringify(isSaid ? [...others, action] : others);
    await change(transaction, one, { description, left_out });
  }
}

/** MTG-8: whoever is to do an action item gets the one open package that says it. Where several say it nobody does. */
export async function assignPackage(
  transaction: Transaction,
  { workspace_id: workspaceId, id: meetingId }: MeetingRow,
  { action, member, by }: { action: string; member: string; by: string },
): Promise<void> {
  const { connection, log } = transaction;
  const all = await queries.selectPackagesForReview(connection.kysely, workspaceId, meetingId);
  const [one, another] = all.filter(
    ({ status, withdrawn, title, description }) =>
      status === 'open' && withdrawn === 0 && statesAction(`${title}\n${description}`, action),
  );
  if (one === undefined || another !== undefined) return;
  const changes = { status: 'claimed', assignee: member };
  await change(transaction, one, changes);
  log.append(workspaceId, {
    type: 'work_package_claimed',
    work_package: { id: one.id, title: one.title, ...changes },
    user: by,
  });
}

async function change(
  { connection, nowMs }: Transaction,
  one: WorkPackageRow,
  changes: Partial<WorkPackageRow>,
): Promise<void> {
  const names = Object.keys(changes) as (keyof WorkPackageRow)[];
  if (names.every((name) => one[name] === changes[name])) return;
  const key = { workspaceId: one.workspace_id, id: one.id };
  await queries.updatePackage(connection.kysely, key, { ...changes, updated_at: nowMs });
}

/** The packages of a meeting after another reading of it. */
export interface PackagesLeft {
  /** Those of the decisions that no package keeps. */
  readonly withdrawn: ReadonlySet<string>;
  /** Canonical paths. */
  readonly keptFiles: readonly string[];
  /** How many there are, withdrawn ones too. */
  readonly count: number;
}

/**
 * MTG-15: of the packages that follow from these decisions, open ones lose them; what somebody has claimed stays with all its
 * decisions. An open package that is left without a decision is shown to nobody.
 */
export async function withdrawPackages(
  transaction: Transaction,
  { workspaceId, meetingId }: { workspaceId: string; meetingId: string },
  decisions: ReadonlySet<string>,
): Promise<PackagesLeft> {
  const db = transaction.connection.kysely;
  const packages = await queries.selectPackagesForReview(db, workspaceId, meetingId);
  const links = await queries.selectLinksForReview(db, workspaceId, meetingId);
  const claimed = new Set(packages.filter(({ status }) => status !== 'open').map(({ id }) => id));
  const atWork = new Set(links.filter((link) => claimed.has(link.package_id)).map(({ id }) => id));
  const withdrawn = new Set([...decisions].filter((id) => !atWork.has(id)));
  const keptFiles: string[] = [];
  for (const one of packages) {
    const own = links.filter(({ package_id }) => package_id === one.id);
    const left = own.filter(({ id }) => !withdrawn.has(id));
    if (left.length === own.length) {
      keptFiles.push(...filesOf(one));
      continue;
    }
    const counted = left.filter(({ review }) => review !== 'dropped');
    const others = packages.filter(({ id, withdrawn: isGone }) => id !== one.id && isGone === 0);
    const changes =
      counted.length > 0 ? wordsOf(counted, others.flatMap(filesOf)) : { withdrawn: 1 };
    keptFiles.push(...(JSON.parse(changes.files ?? '[]') as string[]));
    await change(transaction, one, changes);
  }
  return { withdrawn, keptFiles, count: packages.length };
}
