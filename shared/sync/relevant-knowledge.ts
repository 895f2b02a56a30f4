import type { ConventionRecord } from '../conventions/contract.ts';
import { compileGlobs, type Matcher } from '../conventions/globs.ts';
import type { DecisionRecord } from '../decisions/contract.ts';
import { withReason } from '../decisions/unconfirmed.ts';
import { asData, asExact } from '../kernel/display.ts';
import type { LearningRecord } from '../learnings/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { withinBudget } from './budget.ts';
import {
  extractFeatures,
  RelevanceFilter,
  type CurrentWork,
  type Features,
  type Ranked,
} from './relevance-filter.ts';

/** What the team has written down: decisions in force, conventions that are active or proposed, and learnings. */
export interface TeamKnowledge {
  readonly decisions: readonly DecisionRecord[];
  readonly conventions: readonly ConventionRecord[];
  readonly learnings: readonly LearningRecord[];
}

export const noKnowledge: TeamKnowledge = { decisions: [], conventions: [], learnings: [] };

export type RelevantKnowledge = Pick<
  SyncAnswer,
  'decisions' | 'stale_decisions' | 'conventions' | 'learnings'
>;

/** Characters of the answer's JSON that each part may take: an agent pays for them in its context. */
const budget = {
  stale: 1_500,
  conventions: 2_000,
  proposed: 500,
  decisions: 3_000,
  learnings: 1_500,
} as const;

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
    const rules = this.rulesFor(work);
    const active = rules.filter(({ status }) => status === 'active');
    const proposed = rules.filter(({ status }) => status === 'proposed');
    return {
      stale_decisions: withinBudget(filter.rank(stale), toSyncDecision, budget.stale),
      conventions: [
        ...withinBudget(active, toSyncConvention, budget.conventions),
        ...withinBudget(proposed, toSyncConvention, budget.proposed),
      ],
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

function toSyncDecision(record: DecisionRecord): SyncAnswer['decisions'][number] {
  return {
    id: record.id,
    title: asData(record.title, 200),
    rationale: asData(record.rationale, 300),
    decision_type: record.decision_type,
    made_by: asData(record.made_by_name, 80),
    files: record.files.slice(0, 5).map((file) => asExact(file)),
    created_at: record.created_at,
    is_stale: record.is_stale,
    ...(record.stale_symbol !== undefined && { stale_symbol: asExact(record.stale_symbol) }),
    ...withReason(record),
  };
}

function toSyncConvention(record: ConventionRecord): SyncAnswer['conventions'][number] {
  return {
    id: record.id,
    title: asData(record.title, 160),
    rationale: asData(record.rationale, 240),
    tier: record.tier,
    affected_files: record.affected_files.slice(0, 5).map((glob) => asExact(glob)),
    ...(record.status === 'proposed' && { status: record.status }),
  };
}

function toSyncLearning(record: LearningRecord): SyncAnswer['learnings'][number] {
  return {
    id: record.id,
    insight: asData(record.insight, 400),
    type: record.type,
    files: record.files.slice(0, 5).map((file) => asExact(file)),
    learned_by: asData(record.learned_by_name, 80),
  };
}
