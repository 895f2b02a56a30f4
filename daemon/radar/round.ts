import type { Clock } from '../../shared/kernel/clock.ts';
import type { RadarCost } from '../../shared/radar/report.ts';
import type { WorkTree } from '../git/repository.ts';
import type { RunGit } from '../git/run.ts';
import { Ancestry, type Distance, type History } from './candidates/ancestry.ts';
import { conflictsOf, type ConflictedMerge, type FileConflict } from './merging/find-conflicts.ts';
import { linesOfWork, type Workstream } from './candidates/merge-candidates.ts';
import { mergeAll, type Commits } from './merging/merge.ts';
import { meet, pairKey, pairsOf, type Pair } from './candidates/pairs.ts';
import { openQuarantine, type Quarantine } from './scratch/scratch-repository.ts';

/** Two lines of work that would not merge in one file. */
export interface Sighting {
  readonly pair: Pair;
  readonly file: string;
  readonly symbolIds: readonly string[];
}

export interface RoundResult {
  readonly sightings: readonly Sighting[];
  readonly cost: RadarCost;
  readonly dirtyWorkTrees: number;
}

/** What stays known from one round to the next. Nothing of it needs the objects of the round. */
export interface Memory {
  readonly history: History;
  readonly conflicts: ReadonlyMap<string, readonly FileConflict[]>;
}

export const noMemory: Memory = {
  history: { bases: new Map(), files: new Map() },
  conflicts: new Map(),
};

export interface RoundBounds {
  readonly merges: number;
  readonly ms: number;
}

export interface RoundOptions {
  readonly git: RunGit;
  readonly home: WorkTree;
  /** Where the quarantine is laid out; nothing of it is left after the round. */
  readonly folder: string;
  readonly workstreams: readonly Workstream[];
  readonly memory: Memory;
  readonly bounds: RoundBounds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Merges every two lines of work that have changed the same files, in memory. Nothing is written into the repository. */
export async function runRound(
  options: RoundOptions,
): Promise<{ readonly result: RoundResult; readonly memory: Memory }> {
  const round = new Round(options);
  try {
    const result = await round.run();
    return { result, memory: round.memory() };
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
  private opening: Promise<Quarantine> | undefined;

  constructor(private readonly options: RoundOptions) {
    this.startedMs = options.clock.now();
    const { home, memory } = options;
    this.ancestry = new Ancestry(memory.history, async (args, given) =>
      (await this.quarantine()).git(home.root, args, given),
    );
  }

  async run(): Promise<RoundResult> {
    const { lines, dirtyWorkTrees, notes } = await linesOfWork({
      ...this.options,
      mergeBase: (one, other) => this.ancestry.mergeBase(one, other),
      quarantine: () => this.quarantine(),
    });
    this.notes.push(...notes);
    const pairs = pairsOf(lines);
    await this.ancestry.learn(pairs.flatMap(distancesOf));
    await this.merge(this.unknownAmong(pairs));
    const objects = this.opening === undefined ? 0 : (await this.opening).objects();
    const cost = {
      ms: this.elapsedMs(),
      lines: lines.length,
      pairs: pairs.length,
      ...this.counts,
      objects,
      notes: [...new Set(this.notes)],
    };
    return { sightings: this.sightings(pairs), cost, dirtyWorkTrees };
  }

  memory(): Memory {
    return { history: this.ancestry.used, conflicts: this.conflicts };
  }

  async close(): Promise<void> {
    (await this.opening)?.close();
  }

  /** Those that have a file in common and were not merged before. */
  private unknownAmong(pairs: readonly Pair[]): Pair[] {
    return pairs.filter((pair) => {
      const key = pairKey(pair);
      const known = this.options.memory.conflicts.get(key);
      if (known === undefined && this.haveMet(pair)) return true;
      this.counts[known === undefined ? 'apart' : 'unchanged'] += 1;
      this.conflicts.set(key, known ?? []);
      return false;
    });
  }

  private haveMet(pair: Pair): boolean {
    const [ours, theirs] = this.changedFiles(pair);
    return ours !== undefined && theirs !== undefined && meet(ours, theirs);
  }

  private changedFiles(pair: Pair) {
    return distancesOf(pair).map((distance) => this.ancestry.changedFiles(distance));
  }

  private async merge(unknown: readonly Pair[]): Promise<void> {
    const { home, bounds } = this.options;
    const pairs = unknown.slice(0, bounds.merges).map((pair) => ({ pair, ...commitsOf(pair) }));
    const timeoutMs = bounds.ms - this.elapsedMs();
    const merged =
      pairs.length === 0
        ? []
        : await mergeAll(await this.quarantine(), home.root, { pairs, timeoutMs });
    const conflicted: (ConflictedMerge & { readonly pair: Pair })[] = [];
    for (const [at, outcome] of merged.entries()) {
      const pair = pairs[at]?.pair;
      if (pair === undefined) break;
      this.conflicts.set(pairKey(pair), []);
      if (outcome.kind === 'failed')
        this.notes.push(`${namesOf(pair)} left out: ${outcome.reason}`);
      if (outcome.kind !== 'conflicts') continue;
      conflicted.push({ ...outcome, pair, commits: commitsOf(pair) });
    }
    this.counts.merges = merged.length;
    this.counts.left = unknown.length - merged.length;
    if (conflicted.length > 0) await this.find(conflicted);
  }

  private async find(
    conflicted: readonly (ConflictedMerge & { readonly pair: Pair })[],
  ): Promise<void> {
    const { root } = this.options.home;
    const { conflicts, notes } = await conflictsOf(await this.quarantine(), root, conflicted);
    this.notes.push(...notes);
    for (const [at, { pair }] of conflicted.entries()) {
      const [ours, theirs] = this.changedFiles(pair);
      const isOwn = (path: string) => ours?.has(path) === true && theirs?.has(path) === true;
      const found = (conflicts[at] ?? []).map((one) => ({ ...one, isOwn: isOwn(one.path) }));
      this.conflicts.set(pairKey(pair), found);
    }
  }

  /**
   * A branch that conflicts with its base would conflict for the same reason with every branch that is newer: the others
   * are told of what they have changed themselves.
   */
  private sightings(pairs: readonly Pair[]): Sighting[] {
    const withBase = new Set<string>();
    return pairs.flatMap((pair) => {
      const [one, other] = pair;
      const found = this.conflicts.get(pairKey(pair)) ?? [];
      const isBase = other.kind === 'base';
      if (isBase) for (const { path } of found) withBase.add(`${one.commit} ${path}`);
      const isTold = ({ path, isOwn }: FileConflict) =>
        isBase || isOwn || !pair.some(({ commit }) => withBase.has(`${commit} ${path}`));
      return found.filter(isTold).map(({ path, symbolIds }) => ({ pair, file: path, symbolIds }));
    });
  }

  private quarantine(): Promise<Quarantine> {
    const { git, home: workTree, folder, signal } = this.options;
    this.opening ??= openQuarantine(git, { workTree, folder, signal });
    return this.opening;
  }

  private elapsedMs(): number {
    return Math.round(this.options.clock.now() - this.startedMs);
  }
}

/** Each side against its base, where it has one; otherwise against the other side. */
function distancesOf([one, other]: Pair): Distance[] {
  return [
    { commit: one.commit, base: one.baseCommit || other.commit },
    { commit: other.commit, base: other.baseCommit || one.commit },
  ];
}

function commitsOf([one, other]: Pair): Commits {
  return { ours: one.commit, theirs: other.commit };
}

function namesOf([one, other]: Pair): string {
  return `${one.name} and ${other.name}`;
}
