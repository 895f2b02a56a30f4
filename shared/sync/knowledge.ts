import type { ConventionRecord } from '../conventions/contract.ts';
import { concerns } from '../conventions/rules.ts';
import type { DecisionRecord } from '../decisions/contract.ts';
import { asData } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import type { LearningRecord } from '../learnings/contract.ts';
import type { SyncAnswer } from './contract.ts';
import { fitting } from './fitting.ts';

/** What the team has written down: decisions that stand, active conventions, and notes. */
export interface TeamKnowledge {
  readonly decisions: readonly DecisionRecord[];
  readonly conventions: readonly ConventionRecord[];
  readonly learnings: readonly LearningRecord[];
}

export const nothingKnown: TeamKnowledge = { decisions: [], conventions: [], learnings: [] };

/** What an agent is working on. */
export interface Interest {
  /** Canonical paths: named, held, or open. */
  readonly files: readonly string[];
  readonly task: string;
}

export type RelevantKnowledge = Pick<
  SyncAnswer,
  'decisions' | 'stale_decisions' | 'conventions' | 'learnings'
>;

/** Characters of the answer's JSON that each part may take: an agent pays for them in its context. */
const room = { stale: 1_500, conventions: 2_000, decisions: 3_000, learnings: 1_500 } as const;
const mostWithoutBearing = 5;
const dayMs = 86_400_000;

/**
 * What of the team's knowledge bears on the work at hand, best first and bounded. Rules that match a file come before all
 * else; decisions and notes are ranked by their files, by the words they share with the task, and by age.
 */
export function relevantKnowledge(
  knowledge: TeamKnowledge,
  interest: Interest,
  nowMs: number,
): RelevantKnowledge {
  const lens = new Lens(interest, nowMs);
  const standing = knowledge.decisions.filter(({ is_stale: isStale }) => !isStale);
  const stale = knowledge.decisions.filter(({ is_stale: isStale }) => isStale);
  return {
    stale_decisions: fitting(lens.rank(stale), toSyncDecision, room.stale),
    conventions: fitting(
      rulesFor(knowledge.conventions, interest),
      toSyncConvention,
      room.conventions,
    ),
    decisions: fitting(lens.rank(standing), toSyncDecision, room.decisions),
    learnings: fitting(lens.rank(knowledge.learnings), toSyncLearning, room.learnings),
  };
}

/** CNV-1, CNV-2: `must` and `should` that match the files, or that name none and so stand for all. */
function rulesFor(
  conventions: readonly ConventionRecord[],
  { files }: Interest,
): ConventionRecord[] {
  const matching = conventions.filter(
    (rule) =>
      rule.tier !== 'may' &&
      (rule.affected_files.length === 0 || files.some((file) => isAbout(rule, file))),
  );
  return [
    ...matching.filter(({ tier }) => tier === 'must'),
    ...matching.filter(({ tier }) => tier === 'should'),
  ];
}

function isAbout(
  { id, title, tier, affected_files: affectedFiles }: ConventionRecord,
  file: string,
) {
  return concerns({ id, title, tier, affectedFiles }, file);
}

type Ranked = DecisionRecord | LearningRecord;

/** Weighs records by what one agent is working on. */
class Lens {
  private readonly fileKeys: ReadonlySet<string>;
  private readonly folders: ReadonlySet<string>;
  private readonly words: readonly string[];

  constructor(
    interest: Interest,
    private readonly nowMs: number,
  ) {
    const keys = interest.files.map(pathKey);
    this.fileKeys = new Set(keys);
    this.folders = new Set(keys.map(folderOf));
    this.words = [...wordsOf(interest.task)];
  }

  /** Those that bear on the work, best first; if none do, a few of the newest. */
  rank<R extends Ranked>(records: readonly R[]): R[] {
    const weighed: { record: R; weight: number }[] = [];
    for (const record of records) {
      const features = featuresOf(record);
      const bearing = this.bearingOf(features);
      if (bearing > 0) weighed.push({ record, weight: bearing + this.freshness(features) });
    }
    if (weighed.length === 0) return newestFirst(records).slice(0, mostWithoutBearing);
    return weighed.sort((one, other) => other.weight - one.weight).map(({ record }) => record);
  }

  private bearingOf({ keys, folders, words }: Features): number {
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
}

interface Features {
  readonly keys: readonly string[];
  readonly folders: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly createdAtMs: number;
}

/** Records do not change, and a daemon ranks the same ones at every call. */
const features = new WeakMap<Ranked, Features>();

function featuresOf(record: Ranked): Features {
  let known = features.get(record);
  if (known === undefined) {
    const text = 'title' in record ? `${record.title} ${record.rationale}` : record.insight;
    const keys = record.files.map(pathKey);
    known = {
      keys,
      folders: keys.map(folderOf),
      words: wordsOf(text.slice(0, 1_000)),
      createdAtMs: Date.parse(record.created_at),
    };
    features.set(record, known);
  }
  return known;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

function newestFirst<R extends Ranked>(records: readonly R[]): R[] {
  return [...records].sort((a, b) => featuresOf(b).createdAtMs - featuresOf(a).createdAtMs);
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
