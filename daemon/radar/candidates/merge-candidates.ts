import { basename } from 'node:path';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import type { Clock } from '../../../shared/kernel/clock.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { ScratchRepository } from '../scratch/scratch-repository.ts';
import {
  type CheckedOut,
  isPlainBranch,
  latestTips,
  type MergeBase,
  oldFetch,
  plainBranchesOf,
  type Tip,
  tipsOf,
  usualBasesOf,
  workTreesOf,
} from './refs.ts';
import { snapshotOf, type Snapshot } from './snapshot.ts';

/** What the relay says of a workstream. */
export interface Workstream {
  readonly slug: string;
  readonly branch: string;
  readonly base_branch: string;
}

/** Work that will have to be merged: a branch, what branches begin from, or a work tree's uncommitted changes. */
export interface MergeCandidate {
  readonly kind: 'branch' | 'base' | 'uncommitted';
  /** What people call it. */
  readonly name: string;
  /** Empty for a detached HEAD. */
  readonly branch: string;
  readonly commit: string;
  /** Where the base stands that it is measured against; empty when there is none, as for a base itself. */
  readonly baseCommit: string;
  /** No workstream names it. */
  readonly isPlain: boolean;
  /** Of uncommitted work: the commit that it was done on, and the folder of its work tree. */
  readonly head?: string;
  readonly root?: string;
  /** The blobs of the files that are not committed, by path; the others are as the branch has them. */
  readonly uncommitted?: ReadonlyMap<string, string>;
}

export interface MergeCandidates {
  readonly candidates: readonly MergeCandidate[];
  readonly dirtyWorkTrees: number;
  readonly notes: readonly string[];
}

export interface CandidateSources {
  readonly git: RunGit;
  readonly home: WorkTree;
  readonly workstreams: readonly Workstream[];
  readonly mergeBase: MergeBase;
  readonly clock: Clock;
  /** Made when it is first needed. */
  readonly scratch: () => Promise<ScratchRepository>;
  readonly signal: AbortSignal;
}

const maxWorkstreams = 40;
const maxWorkTrees = 20;

/** Finds the merge candidates. Uncommitted changes are not looked for where there is nothing that they could be merged with. */
export async function findMergeCandidates(sources: CandidateSources): Promise<MergeCandidates> {
  const workstreams = sources.workstreams
    .filter(({ branch }) => isPlainBranch(branch))
    .slice(0, maxWorkstreams);
  const usual = usualBasesOf(sources.home);
  const named = await committedCandidates(sources, { workstreams, usual });
  const plain = await plainCandidates(sources, { workstreams, usual, committed: named });
  const committed = [...named, ...plain.candidates];
  const checkedOut = await workTreesOf(sources);
  const workTrees = checkedOut.slice(0, maxWorkTrees);
  const commits = [...committed.map(({ commit }) => commit), ...workTrees.map(({ head }) => head)];
  const notes = [
    ...tooMany(sources.workstreams.length - workstreams.length, 'workstream'),
    ...tooMany(plain.leftOut, 'branch'),
    ...tooMany(checkedOut.length - workTrees.length, 'work tree'),
    ...oldFetch(sources.home, sources.clock.now()),
  ];
  const isAlone = workTrees.length < 2 && new Set(commits).size < 2;
  if (isAlone) return { candidates: [], dirtyWorkTrees: 0, notes };
  const candidates = [...committed];
  let dirtyWorkTrees = 0;
  for (const workTree of workTrees) {
    const snapshot = await snapshotOf(await sources.scratch(), workTree);
    notes.push(...notesOf(workTree, snapshot));
    if (snapshot.kind !== 'dirty') continue;
    dirtyWorkTrees += 1;
    // What is committed in the work tree's branch is part of what is not yet.
    const covered = candidates.findIndex((candidate) => isCovered(candidate, workTree));
    if (covered !== -1) candidates.splice(covered, 1);
    candidates.push(uncommittedCandidate(workTree, snapshot, { workstreams, usual, committed }));
  }
  return { candidates, dirtyWorkTrees, notes };
}

async function committedCandidates(
  sources: CandidateSources,
  { workstreams, usual }: Named,
): Promise<MergeCandidate[]> {
  const named = workstreams.map((workstream) => workstream.base_branch).filter(isPlainBranch);
  const branches = workstreams.map(({ branch }) => branch);
  // Branches of no workstream begin from the usual ones.
  const others = usual.filter((branch) => named.length === 0 || !branches.includes(branch));
  const bases = [...new Set([...named, ...others])];
  const tips = await tipsOf(sources, [...bases, ...branches]);
  const leadingTips = async (branch: string) =>
    latestTips(tips.get(branch) ?? [], sources.mergeBase);
  const candidates: MergeCandidate[] = [];
  for (const branch of bases) {
    // Of a base that went apart, the team has in common what the remote says.
    const [tip] = await leadingTips(branch);
    if (tip === undefined) continue;
    candidates.push({
      kind: 'base',
      name: branch,
      branch,
      commit: tip.commit,
      baseCommit: '',
      isPlain: false,
    });
  }
  const baseCommits = new Map(candidates.map(({ branch, commit }) => [branch, commit]));
  for (const { branch, base_branch: base } of workstreams) {
    if (baseCommits.has(branch) && (usual.includes(branch) || branch === base)) continue;
    const found = await leadingTips(branch);
    candidates.push(
      ...found.map((tip) => branchCandidate(branch, { tip, found, baseCommits, base })),
    );
  }
  return candidates;
}

interface BranchFacts {
  readonly tip: Tip;
  readonly found: readonly Tip[];
  readonly baseCommits: ReadonlyMap<string, string>;
  readonly base: string;
}

function branchCandidate(
  branch: string,
  { tip, found, baseCommits, base }: BranchFacts,
): MergeCandidate {
  const name = found.length > 1 && tip.remote !== '' ? `${tip.remote}/${branch}` : branch;
  const baseCommit = baseCommits.get(base) ?? '';
  return { kind: 'branch', name, branch, commit: tip.commit, baseCommit, isPlain: false };
}

/** RAD-3: work on branches of no workstream, measured against the usual base; also on one from which a workstream begins. */
async function plainCandidates(
  sources: CandidateSources,
  known: Known,
): Promise<{ readonly candidates: readonly MergeCandidate[]; readonly leftOut: number }> {
  const { git, home, signal, clock } = sources;
  const base = usualBaseAmong(known);
  const { branches, leftOut } = await plainBranchesOf({
    git: (args) => git(home.root, args, { signal }),
    baseCommit: base?.commit ?? '',
    known: new Set(
      known.committed.filter((one) => isNamed(one, known)).map(({ branch }) => branch),
    ),
    nowMs: clock.now(),
  });
  const baseCommits = new Map(base === undefined ? [] : [[base.branch, base.commit]]);
  const isMeasuredAlike = ({ baseCommit }: MergeCandidate) => baseCommit === (base?.commit ?? '');
  const commits = new Set(known.committed.filter(isMeasuredAlike).map(({ commit }) => commit));
  const candidates: MergeCandidate[] = [];
  for (const { branch, tips } of branches) {
    const found = await latestTips(tips, sources.mergeBase);
    for (const tip of found) {
      // The same work under another name is looked at once.
      if (commits.has(tip.commit)) continue;
      commits.add(tip.commit);
      const facts = { tip, found, baseCommits, base: base?.branch ?? '' };
      candidates.push({ ...branchCandidate(branch, facts), isPlain: true });
    }
  }
  return { candidates, leftOut };
}

interface Named {
  readonly workstreams: readonly Workstream[];
  /** What branches begin from where nobody says it. */
  readonly usual: readonly string[];
}

interface Known extends Named {
  readonly committed: readonly MergeCandidate[];
}

/** Whether nobody else's branch is meant: the work on it is a candidate already, or it is what work begins from. */
function isNamed({ kind, branch }: MergeCandidate, { usual }: Known): boolean {
  return kind === 'branch' || usual.includes(branch);
}

/** The base of work of which no workstream says it. */
function usualBaseAmong({ committed, usual }: Known): MergeCandidate | undefined {
  const bases = committed.filter(({ kind }) => kind === 'base');
  return bases.find(({ branch }) => usual.includes(branch)) ?? bases[0];
}

function uncommittedCandidate(
  { branch, head, root }: CheckedOut,
  { commit, files }: Extract<Snapshot, { kind: 'dirty' }>,
  known: Known,
): MergeCandidate {
  const own = known.workstreams.find((workstream) => workstream.branch === branch)?.base_branch;
  const named = own ?? (known.usual.includes(branch) ? branch : '');
  const bases = known.committed.filter(({ kind }) => kind === 'base');
  const base = bases.find((candidate) => candidate.branch === named) ?? usualBaseAmong(known);
  const name = branch === '' ? `work tree ${basename(root)}` : branch;
  const baseCommit = base?.commit ?? '';
  const isPlain = false;
  return {
    kind: 'uncommitted',
    name,
    branch,
    commit,
    baseCommit,
    isPlain,
    ...{ head, root },
    uncommitted: files,
  };
}

function isCovered(candidate: MergeCandidate, { branch, head }: CheckedOut): boolean {
  return candidate.kind === 'branch' && candidate.branch === branch && candidate.commit === head;
}

function notesOf({ root }: CheckedOut, snapshot: Snapshot): string[] {
  const name = `work tree ${basename(root)}`;
  if (snapshot.kind === 'skipped') return [`${name} left out: ${snapshot.reason}`];
  return snapshot.kind === 'clean' ? [] : snapshot.notes.map((note) => `${name}: ${note}`);
}

function tooMany(number: number, what: string): string[] {
  return number > 0 ? [`${number} ${number === 1 ? what : plural(what)} left out: too many`] : [];
}

function plural(what: string): string {
  return what.endsWith('ch') ? `${what}es` : `${what}s`;
}
