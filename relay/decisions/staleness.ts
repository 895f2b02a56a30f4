import { topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { FileChange } from '../symbol-graph/rules.ts';
import { followEdit } from './follow-edit.ts';
import { currentHashes } from './link-symbols.ts';
import { followStaleChanges, staleChangeOf } from './stale-change.ts';
import type { StaleChange } from '../../shared/decisions/contract.ts';
import { freshLinks, liveDeciders, saveStale, type TouchedLink } from './stale-queries.ts';
import { brokenLink, isCarryingOut, type Link } from './rules.ts';

/** Whose edit changed the symbols. */
export interface Origin {
  readonly workspaceId: string;
  readonly user: string;
  /** Empty when it is not known. */
  readonly sessionId: string;
  /** The version that the edit made. */
  readonly graphVersion: number;
}

interface StaleDecision {
  readonly id: string;
  readonly title: string;
  readonly symbol: string;
}

/**
 * DEC-2, DEC-9: turns every fresh decision stale that is linked to a symbol whose meaning changed, or that is gone, or to a file
 * whose exported signatures changed, in the transaction that stores the change. Only fresh decisions are looked at, so each is
 * reported once. DEC-10: those of the session itself follow its edit.
 */
export async function markStale(
  transaction: Transaction,
  origin: Origin,
  { changed, removed, surfaces, edits }: Omit<FileChange, 'signatures'>,
): Promise<StaleDecision[]> {
  const { workspaceId, sessionId } = origin;
  await followStaleChanges(transaction, origin, edits);
  const files = surfaces.map(topLevelOf);
  const keys = [...new Set([...changed, ...removed, ...files].map(symbolKey))];
  const touched = await freshLinks(
    transaction.connection,
    keys.map((key) => [workspaceId, key] as const),
  );
  if (touched.length === 0) return [];
  const hashOf = await currentHashes(transaction, workspaceId, touched);
  const stale: StaleDecision[] = [];
  for (const links of byDecision(touched)) {
    const [first] = links;
    const broken = brokenLink(links.map(toLink), hashOf);
    if (first === undefined || broken === undefined) continue;
    if (isCarryingOut(first, sessionId, transaction.nowMs))
      await followEdit(transaction, origin, { links, hashOf });
    else {
      const change = staleChangeOf(broken.symbol, broken.reason, edits);
      stale.push(await markOne(transaction, origin, { ...broken, change, decision: first }));
    }
  }
  return stale;
}

interface Broken {
  readonly decision: TouchedLink;
  readonly symbol: string;
  readonly reason: 'changed' | 'removed';
  readonly change: StaleChange;
}

async function markOne(
  { connection, nowMs, log }: Transaction,
  { workspaceId, user, sessionId }: Origin,
  { decision, symbol, reason, change }: Broken,
): Promise<StaleDecision> {
  const { decision_id: id, title } = decision;
  saveStale(connection, workspaceId, { id, symbol, change: JSON.stringify(change), nowMs });
  log.append(workspaceId, {
    type: 'decision_stale',
    decision: { id, title },
    symbol,
    reason,
    user,
    session_id: sessionId,
    sessions: await liveDeciders(connection.kysely, workspaceId, decision),
  });
  return { id, title, symbol };
}

function byDecision(links: readonly TouchedLink[]): TouchedLink[][] {
  const groups = new Map<string, TouchedLink[]>();
  for (const link of links) {
    const group = groups.get(link.decision_id);
    if (group === undefined) groups.set(link.decision_id, [link]);
    else group.push(link);
  }
  return [...groups.values()];
}

function toLink({ symbol, meaning_hash: meaningHash }: TouchedLink): Link {
  return { symbol, meaningHash };
}
