import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { compileGlobs } from '../../shared/conventions/globs.ts';
import {
  type EventType,
  knowledgeEventTypes,
  type LogEvent,
  workEventTypes,
} from '../../shared/contract/events/events.ts';
import { type ConventionRule, findForbiddingConvention } from '../../shared/conventions/rules.ts';
import { readTeamKnowledge } from '../../shared/sync/read-knowledge.ts';
import {
  KnowledgeIndex,
  noKnowledge,
  type TeamKnowledge,
} from '../../shared/sync/relevant-knowledge.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';
import { readTeamWork } from '../../shared/sync/read-work.ts';
import { noWork, type TeamWork } from '../../shared/sync/relevant-work.ts';

interface ListFollowerOptions<T> {
  /** What the lists are about, for the log. */
  readonly what: string;
  readonly read: (call: Client['call'], workspaceId: string) => Promise<T | Refusal>;
  /** The events after which the lists are others. */
  readonly relevantEvents: ReadonlySet<EventType>;
  readonly logger: Logger;
}

/** At most so often is everything read again while the team does one thing after the other. */
const everyMs = 500;
/** So long an agent waits at most for its own writes. */
const catchUpMs = 1_000;
const backoff = { firstMs: 500, maxMs: 30_000 } as const;

/**
 * Keeps lists of the relay at hand: reads them once, and again whenever the log says that something changed. What could not be
 * read is tried again, since the log does not say it twice. Who has written something itself does not wait for the log: see
 * `catchUp`.
 */
abstract class ListFollower<T> {
  private call: Client['call'] | undefined;
  private workspaceId = '';
  private reading: Promise<void> | undefined;
  private isOutdated = false;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  /** Why the last reading failed. */
  private problem: string | undefined;
  /** How often something was written by way of this daemon, and how much of that is in the lists. */
  private written = 0;
  private writtenTaken = 0;
  private begun = 0;
  private taken = 0;
  private closed = false;

  constructor(private readonly lists: ListFollowerOptions<T>) {}

  protected abstract take(found: T): void;

  /** The relay is there. */
  connect(client: Client, workspaceId: string): void {
    this.call = client.call.bind(client);
    this.workspaceId = workspaceId;
    this.refresh();
  }

  onEvents(events: readonly LogEvent[]): void {
    const isRelevant = events.some(({ type }) => this.lists.relevantEvents.has(type));
    // What is tried again anyway finds this too, and spares a relay that is too busy.
    if (isRelevant && this.retry === undefined) this.refresh();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
  }

  /** Reads at once, or once more after the reading that is under way. */
  refresh(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.isOutdated = true;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
  }

  /** The relay has done what an agent of this daemon asked for; the log says so a little later. */
  noteOwnWrite(): void {
    this.written += 1;
  }

  /** MCP-9: reads again if an own write is not in the lists yet. */
  async catchUp(): Promise<void> {
    if (this.written > this.writtenTaken)
      await Promise.race([this.readOnce(), sleep(catchUpMs, undefined, { ref: false })]);
  }

  private async read(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      if (!(await this.readOnce())) return this.retryLater();
      this.failures = 0;
      if (this.isOutdated) await sleep(everyMs, undefined, { ref: false });
    }
  }

  private retryLater(): void {
    if (this.closed || this.call === undefined) return;
    this.failures += 1;
    const waitMs = withJitter(backoffMs(this.failures, backoff));
    this.retry = setTimeout(() => this.refresh(), waitMs).unref();
  }

  /** Whether it could be read. Of two readings at the same time, the one that began later counts. */
  private async readOnce(): Promise<boolean> {
    if (this.closed || this.call === undefined) return false;
    const { written } = this;
    const turn = ++this.begun;
    const found = await this.lists.read(this.call, this.workspaceId);
    this.note(isRefusal(found) ? found.message : undefined);
    if (isRefusal(found) || this.closed) return false;
    if (turn > this.taken) this.take(found);
    this.taken = Math.max(turn, this.taken);
    this.writtenTaken = Math.max(written, this.writtenTaken);
    return true;
  }

  /** Says once, and not at every try, why the lists cannot be read. */
  private note(problem: string | undefined): void {
    const { what, logger } = this.lists;
    if (problem !== undefined && problem !== this.problem)
      logger.warn(`Cannot read ${what}: ${problem}`);
    this.problem = problem;
  }
}

interface KnowledgeOptions {
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

/**
 * What the team works on together, at hand for sync and the briefing: it follows the relay's log. It is not kept over a
 * restart, because nothing is forbidden by it.
 */
export class TeamWorkCache extends ListFollower<TeamWork> {
  current: TeamWork = noWork;

  constructor(logger: Logger) {
    const what = 'what the team works on';
    super({ what, read: readTeamWork, relevantEvents: workEventTypes, logger });
  }

  /** What is known belongs to another workspace. */
  forget(): void {
    this.current = noWork;
  }

  protected take(found: TeamWork): void {
    this.current = found;
  }
}
