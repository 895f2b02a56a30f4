import { brokenLink, type Link } from './rules.ts';
import type { FileChange } from '../symbol-graph/rules.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import { symbolsOfKeys } from '../symbol-graph/queries.ts';
import { freshLinks, saveStale, type TouchedLink } from './queries.ts';

/** Whose edit it was. */
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
 * DEC-2: turns every fresh decision stale that is linked to a symbol which now means something else, or is gone; in the
 * transaction that stored the change. A decision is told of once: it is stale from then on.
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
  const notices: StaleDecision[] = [];
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
    notices.push({ id, title, symbol });
  }
  return notices;
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
