import { pathKey } from '../../shared/kernel/paths.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import { wordsOf } from './group-work.ts';
import * as queries from './queries.ts';
import { filesOf, counted, fileColumns, sourcesOf } from './records.ts';
import { packagesWith, statesAction } from './rules.ts';

/** What somebody had before all of its results were dropped. */
export type Released = Pick<WorkPackageRow, 'id' | 'title' | 'status' | 'assignee'>;

/**
 * MTG-8: a decision of the meeting was dropped, brought back or changed: its packages that are not completed follow. Answers those
 * that were taken from somebody, as they are now.
 */
export async function followDecision(
  transaction: Transaction,
  meeting: MeetingRow,
  decisionId: string,
): Promise<Released[]> {
  const released: Released[] = [];
  for (const one of await contentsOf(transaction, meeting)) {
    if (one.row.status === 'completed' || !one.links.some(({ id }) => id === decisionId)) continue;
    const changes = followed(meeting, one);
    await change(transaction, one.row, changes);
    released.push(...takenFrom(one.row, changes));
  }
  return released;
}

function takenFrom(row: WorkPackageRow, changes: Partial<WorkPackageRow>): Released[] {
  const { id, title, status, assignee } = { ...row, ...changes };
  return row.assignee !== '' && assignee === '' ? [{ id, title, status, assignee }] : [];
}

/** What a package consists of, with what of it counts. */
interface Contents {
  readonly row: WorkPackageRow;
  /** Its decisions, dropped ones too. */
  readonly links: readonly queries.ReviewedLink[];
  /** Its action items that count. */
  readonly actions: readonly PackageAction[];
  /** The keys of the files of the other packages. */
  readonly elsewhere: ReadonlySet<string>;
}

interface PackageAction {
  readonly id: string;
  readonly action: string;
  readonly state?: string;
}

/** The packages of a meeting with what belongs to them. */
async function contentsOf(
  { connection }: Transaction,
  { workspace_id: workspaceId, id: meetingId, action_items: column }: MeetingRow,
): Promise<Contents[]> {
  const db = connection.kysely;
  const rows = await queries.selectPackagesForReview(db, workspaceId, meetingId);
  const links = await queries.selectLinksForReview(db, workspaceId, meetingId);
  const all = JSON.parse(column) as PackageAction[];
  return rows.map((row) => {
    const ids = JSON.parse(row.action_items) as string[];
    const others = rows.filter(({ id, withdrawn }) => id !== row.id && withdrawn === 0);
    return {
      row,
      links: links.filter(({ package_id }) => package_id === row.id),
      actions: all.filter(({ id, state }) => ids.includes(id) && state !== 'dropped'),
      elsewhere: new Set(others.flatMap(filesOf).map(pathKey)),
    };
  });
}

/** PKG-4: the package as it is when only what counts belongs to it. */
function followed(
  { method }: Pick<MeetingRow, 'method'>,
  { row, links, actions, elsewhere }: Contents,
): Partial<WorkPackageRow> {
  const decided = links.filter(({ review }) => review !== 'dropped');
  // Nobody has work without a reason; what is brought back is open for whoever claims it.
  if (decided.length + actions.length === 0) return { withdrawn: 1, status: 'open', assignee: '' };
  const ids = new Set([...decided, ...actions].map(({ id }) => id));
  const sources = sourcesOf(row, links).filter(({ file }) => !elsewhere.has(pathKey(file)));
  const saysResults = readBy(method) === builtInReader || links.length === 0;
  return {
    withdrawn: 0,
    ...fileColumns(counted(sources, ids)),
    ...(saysResults && wordsOf(decided, actions)),
  };
}

/**
 * MTG-8: the packages of an action item say it as it is now. One that is dropped leaves its package as a decision does; the
 * descriptions that a language model wrote say it not at all meanwhile. Other packages stay as they are (PKG-4). Answers as
 * `followDecision` does.
 */
export async function followAction(
  transaction: Transaction,
  meeting: MeetingRow,
  {
    id,
    before,
    action,
    isDropped,
  }: { id: string; before: string; action: string; isDropped: boolean },
): Promise<Released[]> {
  const released: Released[] = [];
  const all = await contentsOf(transaction, meeting);
  for (const one of contentsWith(all, { id, action: before })) {
    const { row } = one;
    const isOwn = (JSON.parse(row.action_items) as string[]).includes(id);
    const follows = isOwn && row.status !== 'completed' ? followed(meeting, one) : {};
    const description =
      before === action ? row.description : row.description.replaceAll(before, () => action);
    const others = (JSON.parse(row.left_out) as string[]).filter((text) => text !== before);
    const isSaid = isDropped && statesAction(description, action);
    const left_out = JSON.stringify(isSaid ? [...others, action] : others);
    const words =
      'title' in follows ? { left_out: JSON.stringify(others) } : { description, left_out };
    await change(transaction, row, { ...follows, ...words });
    released.push(...takenFrom(row, follows));
  }
  return released;
}

/** Of the packages that only say it those do not count whose decisions say it: the words are theirs. */
function contentsWith(
  all: readonly Contents[],
  item: { readonly id: string; readonly action: string },
): Contents[] {
  const rows = packagesWith(
    all.map(({ row }) => row),
    item,
  );
  return all.filter(({ row, links }) => {
    if (!rows.includes(row)) return false;
    const isOwn = (JSON.parse(row.action_items) as string[]).includes(item.id);
    const { description } = wordsOf(links, []);
    return isOwn || !statesAction(description, item.action);
  });
}

/** Stores what is other than before. */
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
interface PackagesLeft {
  /** Those of the results that no package keeps. */
  readonly withdrawn: ReadonlySet<string>;
  /** Canonical paths. */
  readonly keptFiles: readonly string[];
  /** How many there are, withdrawn ones too. */
  readonly count: number;
}

/**
 * MTG-15: of the packages that follow from these decisions and action items, open ones lose them; what somebody has claimed stays
 * with all of them. An open package that is left without any is shown to nobody.
 */
export async function withdrawPackages(
  transaction: Transaction,
  meeting: MeetingRow,
  results: ReadonlySet<string>,
): Promise<PackagesLeft> {
  const all = await contentsOf(transaction, meeting);
  const claimed = all.filter(({ row }) => row.status !== 'open');
  const atWork = new Set(
    claimed.flatMap(({ links, actions }) => [...links, ...actions].map(({ id }) => id)),
  );
  const withdrawn = new Set([...results].filter((id) => !atWork.has(id)));
  const keptFiles: string[] = [];
  for (const one of all) {
    const links = one.links.filter(({ id }) => !withdrawn.has(id));
    const actions = one.actions.filter(({ id }) => !withdrawn.has(id));
    if (links.length === one.links.length && actions.length === one.actions.length) {
      if (one.row.withdrawn === 0) keptFiles.push(...filesOf(one.row));
      continue;
    }
    // What a model wrote of all of them does not fit those that are left.
    const changes = followed({ method: builtInReader }, { ...one, links, actions });
    if (changes.files !== undefined) keptFiles.push(...filesOf({ files: changes.files }));
    await change(transaction, one.row, changes);
  }
  return { withdrawn, keptFiles, count: all.length };
}
