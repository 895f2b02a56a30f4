import { builtInReader } from '../../shared/meetings/method.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { change, contentsOf, followed } from './follow-review.ts';
import { filesOf } from './records.ts';

/** The packages of a meeting after another reading of it. */
export interface PackagesLeft {
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
