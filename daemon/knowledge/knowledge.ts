import type { Client } from '../../shared/client.ts';
import type { LogEvent } from '../../shared/contract/events.ts';
import { mustAgainst, type Rule } from '../../shared/conventions/rules.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { gatherKnowledge } from '../../shared/sync/gather.ts';
import { nothingKnown, type TeamKnowledge } from '../../shared/sync/knowledge.ts';
import type { Logger } from '../logger.ts';

export interface KnowledgeOptions {
  readonly logger: Logger;
  /** What was known when the daemon last ran. */
  readonly stored: TeamKnowledge | undefined;
  save(knowledge: TeamKnowledge): void;
}

/** At most so often is everything read again while the team records one thing after the other. */
const everyMs = 500;
const mostVerdicts = 10_000;

/**
 * What the team knows, at hand: the rules that stand against writes, and what sync and the briefing show. It follows the
 * relay's log, and is kept so that rules also hold while the relay is away.
 */
export class Knowledge {
  current: TeamKnowledge;
  private rules: readonly Rule[] = [];
  /** By path, since agents write the same files again and again. */
  private readonly verdicts = new Map<string, Rule | undefined>();
  private call: Client['call'] | undefined;
  private workspaceId = '';
  private reading: Promise<void> | undefined;
  private isOutdated = false;
  private closed = false;

  constructor(private readonly options: KnowledgeOptions) {
    this.current = options.stored ?? nothingKnown;
    this.rules = rulesOf(this.current);
  }

  /** CNV-1: the rule that forbids a write to the file. */
  mustAgainst(path: string): Rule | undefined {
    if (this.rules.length === 0) return undefined;
    const known = this.verdicts.get(path);
    if (known !== undefined || this.verdicts.has(path)) return known;
    const verdict = mustAgainst(this.rules, path);
    if (this.verdicts.size >= mostVerdicts) this.verdicts.clear();
    this.verdicts.set(path, verdict);
    return verdict;
  }

  /** The relay is there: reads all, and again whenever the log says that something changed. */
  connect(client: Client, workspaceId: string): void {
    this.call = client.call.bind(client);
    this.workspaceId = workspaceId;
    this.refresh();
  }

  heardOf(events: readonly LogEvent[]): void {
    if (events.some(({ type }) => bearing.has(type))) this.refresh();
  }

  /** What is known belongs to another workspace. */
  forget(): void {
    this.take(nothingKnown);
  }

  close(): void {
    this.closed = true;
  }

  /** Reads at once, or once more after the reading that is under way. */
  refresh(): void {
    this.isOutdated = true;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
  }

  private async read(): Promise<void> {
    while (this.isOutdated && !this.closed && this.call !== undefined) {
      this.isOutdated = false;
      const found = await gatherKnowledge(this.call, this.workspaceId);
      if (isRefusal(found)) {
        this.options.logger.warn(`Cannot read what the team knows: ${found.message}`);
        return;
      }
      if (this.closed) return;
      this.take(found);
      if (this.isOutdated) await pause(everyMs);
    }
  }

  private take(found: TeamKnowledge): void {
    this.current = found;
    this.rules = rulesOf(found);
    this.verdicts.clear();
    this.options.save(found);
  }
}

/** The events after which the lists are others. */
const bearing: ReadonlySet<LogEvent['type']> = new Set([
  'decision_recorded',
  'decision_stale',
  'decision_reaffirmed',
  'decision_superseded',
  'convention_proposed',
  'convention_changed',
  'convention_retired',
  'learning_recorded',
] as const);

function rulesOf({ conventions }: TeamKnowledge): Rule[] {
  return conventions
    .filter(({ tier }) => tier === 'must')
    .map(({ id, title, tier, affected_files: affectedFiles }) => ({
      id,
      title,
      tier,
      affectedFiles,
    }));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
