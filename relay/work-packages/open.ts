import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { ResultPlace } from './named-files.ts';
import type { PlannedPackage } from './plan.ts';
import { insertPackages } from './queries.ts';
import { newPackage } from './records.ts';
import type { StoredSource } from './sources.ts';

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
