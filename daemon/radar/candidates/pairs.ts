import type { MergeCandidate } from './merge-candidates.ts';

export type CandidatePair = readonly [MergeCandidate, MergeCandidate];

/** Every two candidates that will meet, those with a base first: a branch meets its own base, and no base another. */
export function candidatePairs(candidates: readonly MergeCandidate[]): CandidatePair[] {
  const bases = candidates.filter(({ kind }) => kind === 'base');
  const others = candidates.filter(({ kind }) => kind !== 'base');
  const withBase = others.flatMap((candidate) =>
    bases
      .filter((base) => isMergedIntoBase(candidate, base))
      .map((base) => [candidate, base] as const),
  );
  const among = others.flatMap((one, at) =>
    others.slice(at + 1).map((other) => [one, other] as const),
  );
  return [...withBase, ...among].filter(([one, other]) => one.commit !== other.commit);
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

/** The same pair, however its commits move. */
export function pairKey([one, other]: CandidatePair): string {
  return JSON.stringify([one.commit, other.commit]);
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
