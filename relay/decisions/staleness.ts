import { brokenLink, type Link } from './rules.ts';
import type { FileChange } from '../symbol-graph/rules.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import { symbolsOfKeys } from '../symbol-graph/queries.ts';
import { freshLinks, saveStale, type TouchedLink } from './queries.ts';

/** Whose edit changed the symbols. */
interface Origin {
  readonly workspaceId: string;
  readonly user: string;
  readonly sessionId: string;
}

interface StaleDecision {
  readonly id: string;
  readonly title: string;
  readonly symbol: string;
}

/**
 * DEC-2: turns every fresh decision stale that is linked to a symbol whose meaning changed, or that is gone, in the transaction
 * that stores the change. Only fresh decisions are looked at, so each is reported once.
 */
export async function markStale(
  transaction: Transaction,
  origin: Origin,
  { changed, removed }: Pick<FileChange, 'changed' | 'removed'>,
): Promise<StaleDecision[]> {
  const { connection, nowMs, log } = transaction;
  const { workspaceId } = origin;
  const keys = [...new Set([...changed, ...removed].map(symbolKey))];
  const refs = keys.map((key) => [workspaceId, key] as const);
  const touched = await freshLinks(connection, refs);
  if (touched.length === 0) return [];
  const rows = await symbolsOfKeys(connection, refs);
  const hashes = new Map(rows.map((row) => [row.key, row.meaning_hash]));
  const stale: StaleDecision[] = [];
  for (const [id, links] of byDecision(touched)) {
    const broken = brokenLink(links.map(toLink), (symbol) => hashes.get(symbolKey(symbol)));
    if (broken === undefined) continue;
    const { symbol, reason } = broken;
    const title = links[0]?.title ?? '';
    saveStale(connection, workspaceId, { id, symbol, nowMs });
    log.append(workspaceId, {
      type: 'decision_stale',
      decision: { id, title },
      symbol,
      reason,
      user: origin.user,
      session_id: origin.sessionId,
    });
    stale.push({ id, title, symbol });
  }
  return stale;
}

function byDecision(links: readonly TouchedLink[]): Map<string, TouchedLink[]> {
  const groups = new Map<string, TouchedLink[]>();
  for (const link of links) {
    const group = groups.get(link.decision_id);
    if (group === undefined) groups.set(link.decision_id, [link]);
    else group.push(link);
  }
  return groups;
}

function toLink({ symbol, meaning_hash: meaningHash }: TouchedLink): Link {
  return { symbol, meaningHash };
}
