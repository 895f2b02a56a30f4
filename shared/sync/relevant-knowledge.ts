import type { ConventionRecord } from '../conventions/contract.ts';
import { compileGlobs, type Matcher } from '../conventions/globs.ts';
import type { DecisionRecord } from '../decisions/contract.ts';
import { asData } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import type { LearningRecord } from '../learnings/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { withinBudget } from './budget.ts';

/** What the team has written down: decisions in force, active conventions, and learnings. */
export interface TeamKnowledge {
  readonly decisions: readonly DecisionRecord[];
  readonly conventions: readonly ConventionRecord[];
  readonly learnings: readonly LearningRecord[];
}

export const noKnowledge: TeamKnowledge = { decisions: [], conventions: [], learnings: [] };

/** What an agent is working on. */
export interface CurrentWork {
  /** Canonical paths: of files that it named, has reserved, or has open. */
  readonly files: readonly string[];
  readonly task: string;
}

export type RelevantKnowledge = Pick<
  SyncAnswer,
  'decisions' | 'stale_decisions' | 'conventions' | 'learnings'
>;

/** Characters of the answer's JSON that each part may take: an agent pays for them in its context. */
const budget = { stale: 1_500, conventions: 2_000, decisions: 3_000, learnings: 1_500 } as const;
const maxWithoutMatch = 5;
const dayMs = 86_400_000;

type Ranked = DecisionRecord | LearningRecord;

/**
 * The team's knowledge with the features that ranking compares. They are extracted at the first use and kept, because a
 * daemon ranks the same records at every call.
 */
export class KnowledgeIndex implements TeamKnowledge {
  readonly decisions: readonly DecisionRecord[];
  readonly conventions: readonly ConventionRecord[];
  readonly learnings: readonly LearningRecord[];
  private readonly features = new Map<Ranked, Features>();
  private rules: readonly ScopedRule[] | undefined;

  constructor({ decisions, conventions, learnings }: TeamKnowledge) {
    this.decisions = decisions;
    this.conventions = conventions;
    this.learnings = learnings;
  }

  /**
   * What is relevant to the current work, best first and bounded. Decisions and learnings are ranked by their
   * files, by the words that they share with the task, and by age.
   */
  relevantTo(work: CurrentWork, nowMs: number): RelevantKnowledge {
    const filter = new RelevanceFilter(work, nowMs, (record) => this.featuresOf(record));
    const current = this.decisions.filter(({ is_stale: isStale }) => !isStale);
    const stale = this.decisions.filter(({ is_stale: isStale }) => isStale);
    return {
      stale_decisions: withinBudget(filter.rank(stale), toSyncDecision, budget.stale),
      conventions: withinBudget(this.rulesFor(work), toSyncConvention, budget.conventions),
      decisions: withinBudget(filter.rank(current), toSyncDecision, budget.decisions),
      learnings: withinBudget(filter.rank(this.learnings), toSyncLearning, budget.learnings),
    };
  }

  /** CNV-1, CNV-2: `must` and `should` that match the files, or that name none and so apply everywhere. */
  private rulesFor({ files }: CurrentWork): ConventionRecord[] {
    this.rules ??= this.conventions.filter(({ tier }) => tier !== 'may').map(scopedRule);
    const matching = this.rules
      .filter(({ convention, matches }) => {
        return convention.affected_files.length === 0 || files.some(matches);
      })
      .map(({ convention }) => convention);
    return [
      ...matching.filter(({ tier }) => tier === 'must'),
      ...matching.filter(({ tier }) => tier === 'should'),
    ];
  }

  private featuresOf(record: Ranked): Features {
    const known = this.features.get(record);
    if (known !== undefined) return known;
    const features = extractFeatures(record);
    this.features.set(record, features);
    return features;
  }
}

interface ScopedRule {
  readonly convention: ConventionRecord;
  readonly matches: Matcher;
}

function scopedRule(convention: ConventionRecord): ScopedRule {
  return { convention, matches: compileGlobs(convention.affected_files) };
}

/** Weighs records by what one agent is working on. */
class RelevanceFilter {
  private readonly fileKeys: ReadonlySet<string>;
  private readonly folders: ReadonlySet<string>;
  private readonly words: readonly string[];

  constructor(
    work: CurrentWork,
    private readonly nowMs: number,
    private readonly featuresOf: (record: Ranked) => Features,
  ) {
    const keys = work.files.map(pathKey);
    this.fileKeys = new Set(keys);
    this.folders = new Set(keys.map(folderOf));
    this.words = [...wordsOf(work.task)];
  }

  /** The relevant ones, best first; if there are none, a few of the newest. */
  rank<R extends Ranked>(records: readonly R[]): R[] {
    const weighed: { record: R; weight: number }[] = [];
    for (const record of records) {
      const features = this.featuresOf(record);
      const relevance = this.relevanceOf(features);
      if (relevance > 0) weighed.push({ record, weight: relevance + this.freshness(features) });
    }
    if (weighed.length === 0) return this.newestFirst(records).slice(0, maxWithoutMatch);
    return weighed.sort((one, other) => other.weight - one.weight).map(({ record }) => record);
  }

  private relevanceOf({ keys, folders, words }: Features): number {
    if (keys.some((key) => this.fileKeys.has(key))) return 4;
    const near = folders.some((folder) => this.folders.has(folder)) ? 1.5 : 0;
    let shared = 0;
    for (const word of this.words) if (words.has(word)) shared += 1;
    if (shared === 0 || (shared === 1 && this.words.length > 1)) return near;
    return near + (2 * shared) / Math.min(this.words.length, 6);
  }

  private freshness({ createdAtMs }: Features): number {
    const ageDays = Math.max(0, this.nowMs - createdAtMs) / dayMs;
    return 0.5 / (1 + ageDays / 14);
  }

  private newestFirst<R extends Ranked>(records: readonly R[]): R[] {
    const createdAt = (record: R) => this.featuresOf(record).createdAtMs;
    return [...records].sort((one, other) => createdAt(other) - createdAt(one));
  }
}

/** What of a record is compared with the current work. */
interface Features {
  readonly keys: readonly string[];
  readonly folders: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly createdAtMs: number;
}

function extractFeatures(record: Ranked): Features {
  const text = 'title' in record ? `${record.title} ${record.rationale}` : record.insight;
  const keys = record.files.map(pathKey);
  return {
    keys,
    folders: keys.map(folderOf),
    words: wordsOf(text.slice(0, 1_000)),
    createdAtMs: Date.parse(record.created_at),
  };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

function toSyncDecision(record: DecisionRecord): SyncAnswer['decisions'][number] {
  return {
    id: record.id,
    title: asData(record.title, 200),
    rationale: asData(record.rationale, 300),
    decision_type: record.decision_type,
    made_by: asData(record.made_by_name, 80),
    files: record.files.slice(0, 5).map((file) => asData(file)),
    created_at: record.created_at,
    is_stale: record.is_stale,
    ...(record.stale_symbol !== undefined && { stale_symbol: asData(record.stale_symbol) }),
  };
}

function toSyncConvention(record: ConventionRecord): SyncAnswer['conventions'][number] {
  return {
    id: record.id,
    title: asData(record.title, 160),
    rationale: asData(record.rationale, 240),
    tier: record.tier,
    affected_files: record.affected_files.slice(0, 5).map((glob) => asData(glob, 120)),
  };
}

function toSyncLearning(record: LearningRecord): SyncAnswer['learnings'][number] {
  return {
    id: record.id,
    insight: asData(record.insight, 400),
    type: record.type,
    files: record.files.slice(0, 5).map((file) => asData(file)),
    learned_by: asData(record.learned_by_name, 80),
  };
}
