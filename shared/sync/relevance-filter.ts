import type { DecisionRecord } from '../decisions/contract.ts';
import { pathKey } from '../kernel/paths.ts';
import type { LearningRecord } from '../learnings/contract.ts';

/** What an agent is working on. */
export interface CurrentWork {
  /** Canonical paths: of files that it named, has reserved, or has open. */
  readonly files: readonly string[];
  readonly task: string;
}

/** The records that are ranked. */
export type Ranked = DecisionRecord | LearningRecord;

const maxWithoutMatch = 5;
const dayMs = 86_400_000;

/** Ranks records by their relevance to what one agent is working on. */
export class RelevanceFilter {
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

  /** From 0 (irrelevant) to 4 (about the same file). One shared word out of several is taken for chance. */
  private relevanceOf({ keys, folders, words }: Features): number {
    if (keys.some((key) => this.fileKeys.has(key))) return 4;
    const near = folders.some((folder) => this.folders.has(folder)) ? 1.5 : 0;
    let shared = 0;
    for (const word of this.words) if (words.has(word)) shared += 1;
    if (shared === 0 || (shared === 1 && this.words.length > 1)) return near;
    return near + (2 * shared) / Math.min(this.words.length, 6);
  }

  /** From 0.5 (new) down to 0: it orders records of the same relevance. Halved after 14 days. */
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
export interface Features {
  readonly keys: readonly string[];
  readonly folders: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly createdAtMs: number;
}

export function extractFeatures(record: Ranked): Features {
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
