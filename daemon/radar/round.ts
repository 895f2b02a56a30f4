import type { Clock } from '../../shared/kernel/clock.ts';
import type { RadarCost } from '../../shared/radar/report.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { GitRunner } from '../../shared/node/git/git-calls.ts';
import { Ancestry, type KnownHistory } from './candidates/ancestry.ts';
import type { ConflictFacts } from './merging/classify.ts';
import {
  findConflicts,
  type ConflictedMerge,
  type FileConflict,
} from './merging/find-conflicts.ts';
import { findMergeCandidates, type Workstream } from './candidates/merge-candidates.ts';
import { mergeAll, type Commits } from './merging/merge.ts';
import {
  byNearness,
  candidatePairs,
  changesOverlap,
  rangesOf,
  type CandidatePair,
} from './candidates/pairs.ts';
import { openScratchRepository, type ScratchRepository } from './scratch/scratch-repository.ts';

/** Two merge candidates that would not merge in one file. */
export interface DetectedConflict extends Pick<FileConflict, keyof ConflictFacts | 'blobs'> {
  readonly pair: CandidatePair;
  readonly file: string;
}

export interface RoundResult {
  readonly conflicts: readonly DetectedConflict[];
  readonly cost: RadarCost;
  readonly dirtyWorkTrees: number;
}

/** What stays known from one round to the next. Nothing of it needs the objects of the round. */
export interface RoundCache {
  readonly history: KnownHistory;
  readonly conflicts: ReadonlyMap<string, readonly FileConflict[]>;
}

export const emptyRoundCache: RoundCache = {
  history: { bases: new Map(), files: new Map() },
  conflicts: new Map(),
};

export interface RoundBounds {
  readonly merges: number;
  readonly ms: number;
}

export interface RoundOptions {
  readonly git: GitRunner;
  readonly home: WorkTree;
  /** Where the scratch repository is made; nothing of it is left after the round. */
  readonly folder: string;
  readonly workstreams: readonly Workstream[];
  /** Branches that somebody is working on; theirs are merged first. */
  readonly liveBranches?: ReadonlySet<string>;
  readonly cache: RoundCache;
  readonly bounds: RoundBounds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Merges every two merge candidates that have changed the same files, in memory. Nothing is written into the repository. */
export async function runRound(
  options: RoundOptions,
): Promise<{ readonly result: RoundResult; readonly cache: RoundCache }> {
  const round = new Round(options);
  try {
    const result = await round.run();
    return { result, cache: round.nextCache() };
  } finally {
    await round.close();
  }
}

class Round {
  private readonly startedMs: number;
  private readonly ancestry: Ancestry;
  private readonly conflicts = new Map<string, readonly FileConflict[]>();
  private readonly notes: string[] = [];
  private readonly counts = { merges: 0, unchanged: 0, apart: 0, left: 0 };
  private opening: Promise<ScratchRepository> | undefined;

  constructor(private readonly options: RoundOptions) {
    this.startedMs = options.clock.now();
    const { home, cache } = options;
    this.ancestry = new Ancestry(cache.history, async (args, given) =>
      (await this.scratch()).git(home.root, args, given),
    );
  }

  async run(): Promise<RoundResult> {
    const { candidates, dirtyWorkTrees, notes } = await findMergeCandidates({
      ...this.options,
      mergeBase: (one, other) => this.ancestry.mergeBase(one, other),
      scratch: () => this.scratch(),
    });
    this.notes.push(...notes);
    const pairs = candidatePairs(candidates);
    await this.ancestry.prefetch(pairs.flatMap(rangesOf));
    const nearestFirst = byNearness(this.options.liveBranches ?? new Set());
    await this.merge(this.unknownAmong(pairs).toSorted(nearestFirst));
    const objects = this.opening === undefined ? 0 : (await this.opening).objects();
    const cost = {
      ms: this.elapsedMs(),
      lines: candidates.length,
      pairs: pairs.length,
      ...this.counts,
      objects,
      notes: [...new Set(this.notes)],
    };
    const conflicts = this.detectedConflicts(pairs);
    conflicts.sort((one, other) => nearestFirst(one.pair, other.pair));
    return { conflicts, cost, dirtyWorkTrees };
  }

  nextCache(): RoundCache {
    return { history: this.ancestry.used, conflicts: this.conflicts };
  }

  async close(): Promise<void> {
    (await this.opening)?.close();
  }

  /** Those that have a file in common and were not merged before. */
  private unknownAmong(pairs: readonly CandidatePair[]): CandidatePair[] {
    return pairs.filter((pair) => {
      const key = this.keyOf(pair);
      const known = this.options.cache.conflicts.get(key);
      if (known === undefined && !this.isAnswered(pair)) return false;
      if (known === undefined && this.bothChangedOneFile(pair)) return true;
      this.counts[known === undefined ? 'apart' : 'unchanged'] += 1;
      this.conflicts.set(key, known ?? []);
      return false;
    });
  }

  /** What git did not say is asked again in the next round. */
  private isAnswered(pair: CandidatePair): boolean {
    const isAnswered = rangesOf(pair).every((range) => this.ancestry.isAnswered(range));
    if (!isAnswered) this.notes.push(`${namesOf(pair)} left out: git did not answer`);
    return isAnswered;
  }

  private bothChangedOneFile(pair: CandidatePair): boolean {
    const [ours, theirs] = this.changedFiles(pair);
    return ours !== undefined && theirs !== undefined && changesOverlap(ours, theirs);
  }

  /** The same for the same changes: one commit can be work from two bases, and a base moves on beside it. */
  private keyOf(pair: CandidatePair): string {
    return JSON.stringify(
      rangesOf(pair).map((range) => [range.commit, this.ancestry.ancestorOf(range)]),
    );
  }

  private changedFiles(pair: CandidatePair) {
    return rangesOf(pair).map((range) => this.ancestry.changedFiles(range));
  }

  private async merge(unknown: readonly CandidatePair[]): Promise<void> {
    const { home, bounds } = this.options;
    const pairs = unknown.slice(0, bounds.merges).map((pair) => ({ pair, ...commitsOf(pair) }));
    // The other half is for reading what is in conflict.
    const timeoutMs = (bounds.ms - this.elapsedMs()) / 2;
    const merged =
      pairs.length === 0
        ? []
        : await mergeAll(await this.scratch(), home.root, { pairs, timeoutMs });
    const conflicted: (ConflictedMerge & { readonly pair: CandidatePair })[] = [];
    for (const [at, outcome] of merged.entries()) {
      const pair = pairs[at]?.pair;
      if (pair === undefined) break;
      if (outcome.kind === 'failed')
        this.notes.push(`${namesOf(pair)} left out: ${outcome.reason}`);
      else this.conflicts.set(this.keyOf(pair), []);
      if (outcome.kind !== 'conflicts') continue;
      conflicted.push({ ...outcome, pair, commits: commitsOf(pair) });
    }
    this.counts.merges = merged.length;
    this.counts.left = unknown.length - merged.length;
    if (conflicted.length > 0) await this.find(conflicted);
  }

  private async find(
    conflicted: readonly (ConflictedMerge & { readonly pair: CandidatePair })[],
  ): Promise<void> {
    const { root } = this.options.home;
    const { conflicts, notes } = await findConflicts(await this.scratch(), root, {
      merges: conflicted,
      isOver: () => this.elapsedMs() >= this.options.bounds.ms,
    });
    this.notes.push(...notes);
    for (const { pair } of conflicted.slice(conflicts.length)) {
      this.conflicts.delete(this.keyOf(pair));
      this.counts.left += 1;
    }
    for (const [at, { pair }] of conflicted.slice(0, conflicts.length).entries()) {
      const [ours, theirs] = this.changedFiles(pair);
      const isOwn = (path: string) => ours?.has(path) === true && theirs?.has(path) === true;
      const found = (conflicts[at] ?? []).map((one) => ({ ...one, isOwn: isOwn(one.path) }));
      this.conflicts.set(this.keyOf(pair), found);
    }
  }

  /**
   * A branch that conflicts with its base would conflict for the same reason with every branch that has the newer base. Such
   * pairs are left out, unless both sides have changed the file themselves.
   */
  private detectedConflicts(pairs: readonly CandidatePair[]): DetectedConflict[] {
    const withBase = new Set<string>();
    return pairs.flatMap((pair) => {
      const [one, other] = pair;
      const found = this.conflicts.get(this.keyOf(pair)) ?? [];
      const isBase = other.kind === 'base';
      if (isBase) for (const { path } of found) withBase.add(`${one.commit} ${path}`);
      const isTold = ({ path, isOwn }: FileConflict) =>
        isBase || isOwn || !pair.some(({ commit }) => withBase.has(`${commit} ${path}`));
      return found.filter(isTold).map((one) => ({ ...one, pair, file: one.path }));
    });
  }

  private scratch(): Promise<ScratchRepository> {
    const { git, home: workTree, folder, signal } = this.options;
    this.opening ??= openScratchRepository(git, { workTree, folder, signal });
    return this.opening;
  }

  private elapsedMs(): number {
    return Math.round(this.options.clock.now() - this.startedMs);
  }
}

function commitsOf([one, other]: CandidatePair): Commits {
  return { ours: one.commit, theirs: other.commit };
}

function namesOf([one, other]: CandidatePair): string {
  return `${one.name} and ${other.name}`;
}
