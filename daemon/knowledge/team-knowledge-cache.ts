import { LRUCache } from 'lru-cache';
import { compileGlobs } from '../../shared/conventions/globs.ts';
import { knowledgeEventTypes } from '../../shared/contract/events/events.ts';
import { findForbiddingConvention, type ConventionRule } from '../../shared/conventions/rules.ts';
import { readTeamKnowledge } from '../../shared/sync/read-knowledge.ts';
import {
  KnowledgeIndex,
  noKnowledge,
  type TeamKnowledge,
} from '../../shared/sync/relevant-knowledge.ts';
import type { Logger } from '../kernel/logger.ts';
import { ListFollower } from './list-follower.ts';

export interface KnowledgeOptions {
  readonly logger: Logger;
  /** What was known when the daemon last ran. */
  readonly stored: TeamKnowledge | undefined;
  save(knowledge: TeamKnowledge): void;
}

const maxVerdicts = 10_000;
const allowed = 'allowed';

/**
 * What the team knows, at hand: the rules that stand against writes, and what sync and the briefing show. It follows the
 * relay's log, and is kept so that rules also hold while the relay is away.
 */
export class TeamKnowledgeCache extends ListFollower<TeamKnowledge> {
  current: KnowledgeIndex;
  private rules: readonly ConventionRule[] = [];
  /** By path, since agents write the same files again and again. */
  private readonly verdicts = new LRUCache<string, ConventionRule | typeof allowed>({
    max: maxVerdicts,
  });

  constructor(private readonly options: KnowledgeOptions) {
    const { logger, stored = noKnowledge } = options;
    const what = 'what the team knows';
    super({ what, read: readTeamKnowledge, relevantEvents: knowledgeEventTypes, logger });
    this.current = new KnowledgeIndex(stored);
    this.rules = rulesOf(this.current);
  }

  /** CNV-1: the rule that forbids a write to the file. */
  findForbiddingConvention(path: string): ConventionRule | undefined {
    if (this.rules.length === 0) return undefined;
    const known = this.verdicts.get(path);
    const verdict = known ?? findForbiddingConvention(this.rules, path) ?? allowed;
    if (known === undefined) this.verdicts.set(path, verdict);
    return verdict === allowed ? undefined : verdict;
  }

  /** What is known belongs to another workspace. */
  forget(): void {
    this.take(noKnowledge);
  }

  protected take(found: TeamKnowledge): void {
    this.current = new KnowledgeIndex(found);
    this.rules = rulesOf(found);
    this.verdicts.clear();
    this.options.save(found);
  }
}

/** CNV-1, CNV-5: a proposed one denies nothing. */
function rulesOf({ conventions }: TeamKnowledge): ConventionRule[] {
  return conventions
    .filter(({ tier, status }) => tier === 'must' && status === 'active')
    .map(({ id, title, tier, affected_files: patterns }) => {
      return { id, title, tier, matches: compileGlobs(patterns) };
    });
}
