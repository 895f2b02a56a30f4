import { LRUCache } from 'lru-cache';
import type { ConventionRule } from '../../shared/conventions/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import { mustConventionsOf, withChangedConventions } from './queries.ts';
import { GlobCache } from './glob-cache.ts';

/** The rules of a workspace as they were when its newest event was `seq`. */
interface CachedRules {
  readonly seq: number;
  readonly checkedAtMs: number;
  readonly rules: readonly ConventionRule[];
}

/** Old events are deleted, and with them the sign that something changed. */
const maxAgeMs = 600_000;
const maxWorkspaces = 1_000;

/**
 * The active `must` conventions of earlier batches. An entry is valid while the log of its workspace, read under the lock of the
 * workspace's row, has no later event of a convention: every change of one appends an event (CNV-3).
 */
export class MustRuleCache {
  private readonly globs = new GlobCache();
  private readonly workspaces = new LRUCache<string, CachedRules>({ max: maxWorkspaces });

  /** The rules by workspace. `locked` resolves when the rows of the workspaces are locked. */
  async load(
    transaction: Transaction,
    workspaceIds: readonly string[],
    locked: Promise<unknown>,
  ): Promise<Map<string, readonly ConventionRule[]>> {
    const { connection } = transaction;
    const ids = [...new Set(workspaceIds)];
    const known = this.known(ids, transaction.nowMs);
    const unknown = ids.filter((id) => !known.has(id));
    const [loaded, changed] = await Promise.all([
      mustConventionsOf(connection, unknown, this.globs),
      withChangedConventions(
        connection,
        [...known].map(([id, { seq }]) => [id, seq] as const),
      ),
      locked,
    ]);
    const outdated = [...known.keys()].filter((id) => changed.has(id) || isOpen(transaction, id));
    const reloaded = await mustConventionsOf(connection, outdated, this.globs);
    const rulesOf = (id: string) =>
      loaded.get(id) ?? reloaded.get(id) ?? known.get(id)?.rules ?? [];
    const rules = new Map(ids.map((id) => [id, rulesOf(id)]));
    for (const [id, found] of rules) this.keep(transaction, id, found);
    return rules;
  }

  private known(ids: readonly string[], nowMs: number): Map<string, CachedRules> {
    const known = new Map<string, CachedRules>();
    for (const id of ids) {
      const entry = this.workspaces.get(id);
      if (entry !== undefined && Math.abs(nowMs - entry.checkedAtMs) < maxAgeMs)
        known.set(id, entry);
    }
    return known;
  }

  private keep(transaction: Transaction, id: string, rules: readonly ConventionRule[]): void {
    const seq = transaction.log.seqOf(id);
    if (seq === undefined || isOpen(transaction, id)) return;
    this.workspaces.set(id, { seq, checkedAtMs: transaction.nowMs, rules });
  }
}

/** Whether this transaction has changed the workspace already: its events are not in the table yet, and may never be. */
function isOpen({ log }: Transaction, id: string): boolean {
  return log.appended.some(({ workspaceId }) => workspaceId === id);
}
