import { pathKey } from '../../shared/kernel/paths.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow, WorkPackageRow } from '../store/schema.ts';
import { followAction, followDecision } from './follow-review.ts';
import { namedReason, wordsOf, type ResultPlace } from './group-work.ts';
import type { AddedFile, PlannedPackage } from './plan.ts';
import * as queries from './queries.ts';
import { insertPackages } from './queries.ts';
import { filesOf, newPackage, sourcesOf, type StoredSource } from './records.ts';
import { contentWords, sameness } from './rules.ts';

/** A result that was recorded after its meeting. */
interface LateResult {
  readonly kind: 'decision' | 'action';
  readonly id: string;
  /** Of an action item what is to do. */
  readonly title: string;
  readonly rationale: string;
  /** Canonical paths. */
  readonly files: readonly string[];
  /** PKG-5: what the symbol graph adds to them. */
  readonly added: readonly AddedFile[];
}

interface Packages {
  readonly rows: readonly WorkPackageRow[];
  readonly links: readonly queries.ReviewedLink[];
}

/**
 * MTG-12: a result that was recorded after its meeting gets its package, as the others did (PKG-3): a decision the first that
 * has a file of it, an action item the one that has the first of its files, else that of the decision that it restates; else one of
 * its own, unless it is an action item without files. A file that another package has stays there. `meeting` has the result already.
 */
export async function packResult(
  transaction: Transaction,
  meeting: MeetingRow,
  result: LateResult,
): Promise<void> {
  const db = transaction.connection.kysely;
  const { workspace_id, id: meeting_id } = meeting;
  const rows = await queries.selectPackagesForReview(db, workspace_id, meeting_id);
  const links = await queries.selectLinksForReview(db, workspace_id, meeting_id);
  const joined = packageOf(result, { rows, links });
  const taken = new Set(
    rows
      .filter(({ id, withdrawn }) => id !== joined?.id && withdrawn === 0)
      .flatMap(filesOf)
      .map(pathKey),
  );
  const named = result.files.map((file) => ({ file, reason: namedReason }));
  const sources = [...named, ...result.added]
    .filter(({ file }) => !taken.has(pathKey(file)))
    .map(({ file, reason }): StoredSource => ({ file, reason, of: [result.id] }));
  if (joined !== undefined) await join(transaction, meeting, { result, joined, links, sources });
  else if (result.kind === 'decision' || result.files.length > 0)
    await open(transaction, meeting, { result, position: rows.length, sources });
}

function packageOf(
  { kind, title, files }: LateResult,
  { rows, links }: Packages,
): WorkPackageRow | undefined {
  // One that is shown before one that is not, which is shown again then.
  const open = rows
    .filter(({ status }) => status !== 'completed')
    .toSorted((a, b) => a.withdrawn - b.withdrawn);
  const has = (one: WorkPackageRow, keys: readonly string[]) =>
    filesOf(one).some((file) => keys.includes(pathKey(file)));
  const keys = files.map(pathKey);
  if (kind === 'decision') return open.find((one) => has(one, keys));
  for (const key of keys) {
    const owner = open.find((one) => has(one, [key]));
    if (owner !== undefined) return owner;
  }
  const words = contentWords(title);
  const [best] = links
    .filter(({ review }) => review !== 'dropped')
    .map((link) => ({ link, share: sameness(words, contentWords(link.title)) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
  return open.find(({ id }) => id === best?.link.package_id);
}

interface Joining extends Pick<Packages, 'links'> {
  readonly result: LateResult;
  readonly joined: WorkPackageRow;
  readonly sources: readonly StoredSource[];
}

async function join(
  transaction: Transaction,
  meeting: MeetingRow,
  { result: { kind, id, title }, joined, links, sources }: Joining,
): Promise<void> {
  const db = transaction.connection.kysely;
  const own = links.filter(({ package_id }) => package_id === joined.id);
  const isAction = kind === 'action';
  const actions = [...(JSON.parse(joined.action_items) as string[]), ...(isAction ? [id] : [])];
  const key = { workspaceId: meeting.workspace_id, id: joined.id };
  await queries.updatePackage(db, key, {
    action_items: JSON.stringify(actions),
    file_sources: JSON.stringify([...sourcesOf(joined, own), ...sources]),
  });
  if (isAction) {
    await followAction(transaction, meeting, {
      id,
      before: title,
      action: title,
      isDropped: false,
    });
    return;
  }
  const { workspace_id } = meeting;
  const link = { workspace_id, package_id: joined.id, decision_id: id, position: own.length };
  await queries.insertPackages(db, [], [link]);
  await followDecision(transaction, meeting, id);
}

async function open(
  { connection, nowMs }: Transaction,
  meeting: MeetingRow,
  {
    result: { kind, id, title, rationale },
    position,
    sources,
  }: { result: LateResult; position: number; sources: readonly StoredSource[] },
): Promise<void> {
  const isAction = kind === 'action';
  const words = isAction ? wordsOf([], [{ action: title }]) : wordsOf([{ title, rationale }], []);
  const content = { ...words, sources, actions: isAction ? [id] : [] };
  const row = newPackage(meeting, content, { position, nowMs });
  const { workspace_id } = meeting;
  const link = { workspace_id, package_id: row.id, decision_id: id, position: 0 };
  await queries.insertPackages(connection.kysely, [row], isAction ? [] : [link]);
}

/** The ids of what was found in a meeting, by the place among those of its kind. */
type ResultIds = Readonly<Record<ResultPlace['kind'], readonly string[]>>;

interface Opening {
  readonly packages: readonly PlannedPackage[];
  readonly ids: ResultIds;
  /** How many packages the meeting has already. */
  readonly first: number;
}

/** Stores the work packages of a meeting, open for whoever claims them. */
export async function openPackages(
  { connection, nowMs }: Transaction,
  meeting: MeetingRow,
  { packages, ids, first }: Opening,
): Promise<void> {
  const { workspace_id } = meeting;
  const rows = packages.map((one, at) => {
    const sources = one.files.map(({ file, reason, of }): StoredSource => ({
      file,
      reason,
      of: of.flatMap(({ kind, at }) => ids[kind][at] ?? []),
    }));
    const actions = one.actions.flatMap((at) => ids.action[at] ?? []);
    return newPackage(meeting, { ...one, sources, actions }, { position: first + at, nowMs });
  });
  const links = rows.flatMap(({ id: package_id }, at) =>
    (packages[at]?.decisions ?? []).flatMap((place, position) => {
      const decision_id = ids.decision[place];
      return decision_id === undefined ? [] : [{ workspace_id, package_id, decision_id, position }];
    }),
  );
  await insertPackages(connection.kysely, rows, links);
}
