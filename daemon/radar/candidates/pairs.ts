import type { CommitRange } from './ancestry.ts';
import type { MergeCandidate } from './merge-candidates.ts';

export type CandidatePair = readonly [MergeCandidate, MergeCandidate];

/**
 * Every two candidates that will meet, those with a base first: a branch meets its own base, and no base another. What is a
 * base and work too (RAD-3) meets who begins from it as the base only.
 */
export function candidatePairs(candidates: readonly MergeCandidate[]): CandidatePair[] {
  const bases = candidates.filter(({ kind }) => kind === 'base');
  const others = candidates.filter(({ kind }) => kind !== 'base');
  const withBase = others.flatMap((candidate) =>
    bases
      .filter((base) => isMergedIntoBase(candidate, base))
      .map((base) => [candidate, base] as const),
  );
  const met = new Set(withBase.map(commitsKey));
  const among = others
    .flatMap((one, at) => others.slice(at + 1).map((other) => [one, other] as const))
    .filter((pair) => !met.has(commitsKey(pair)));
  return [...withBase, ...among].filter(([one, other]) => one.commit !== other.commit);
}

function commitsKey(pair: CandidatePair): string {
  return pair
    .map(({ commit }) => commit)
    .toSorted()
    .join(' ');
}

function isMergedIntoBase(candidate: MergeCandidate, base: MergeCandidate): boolean {
  return candidate.baseCommit === '' || candidate.baseCommit === base.commit;
}

/**
 * Orders pairs by how many of the two somebody is working on: a branch that a session is on, or uncommitted work. Branches
 * that no workstream names are last.
 */
export function byNearness(
  liveBranches: ReadonlySet<string>,
): (one: CandidatePair, other: CandidatePair) => number {
  const isNear = ({ kind, branch }: MergeCandidate) =>
    kind === 'uncommitted' || (kind === 'branch' && liveBranches.has(branch));
  const nearness = (pair: CandidatePair) =>
    4 * pair.filter(isNear).length - pair.filter(({ isPlain }) => isPlain).length;
  return (one, other) => nearness(other) - nearness(one);
}

/** Each side of the pair, and what its changes are measured against: the base, where it has one, otherwise the other side. */
export function rangesOf([one, other]: CandidatePair): [CommitRange, CommitRange] {
  return [
    { commit: one.commit, base: baseOf(one, other) },
    { commit: other.commit, base: baseOf(other, one) },
  ];
}

/** What was committed where the other side begins is part of both, and no change of one. */
function baseOf({ head, baseCommit }: MergeCandidate, other: MergeCandidate): string {
  return (head === other.baseCommit ? head : baseCommit) || other.commit;
}

/** Whether both have changed one file, or one of them a file where the other has a folder. */
export function changesOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const path of fewer) {
    if (more.has(path) || foldersOf(path).some((folder) => more.has(folder))) return true;
  }
  for (const path of more) {
    if (foldersOf(path).some((folder) => fewer.has(folder))) return true;
  }
  return false;
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}
