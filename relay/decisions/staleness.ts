import { topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { FileChange } from '../symbol-graph/rules.ts';
import { currentHashes, linkToSymbols, saveLinksOf } from './link-symbols.ts';
import { followStaleChanges, staleChangeOf } from './stale-change.ts';
import type { StaleChange } from '../../shared/decisions/contract.ts';
import { freshLinks, liveDeciders, saveStale, type TouchedLink } from './stale-queries.ts';
import { brokenLink, isCarryingOut, type Link, renewedLinks } from './rules.ts';
import * as queries from './queries.ts';
import { deleteLink, selectLinks } from './link-queries.ts';

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

interface Edited {
  /** Those of one decision whose symbols were edited. */
  readonly links: readonly TouchedLink[];
  /** Undefined for what is gone. */
  readonly hashOf: (symbol: string) => string | undefined;
}

/**
 * DEC-10: the edit carries the decision out, so its links stand for what the symbols mean now. Links to what is gone are dropped;
 * when none is left the files are linked as for a new decision.
 */
async function followEdit(
  transaction: Transaction,
  { workspaceId, graphVersion }: { readonly workspaceId: string; readonly graphVersion: number },
  { links, hashOf }: Edited,
): Promise<void> {
  const id = links[0]?.decision_id ?? '';
  const db = transaction.connection.kysely;
  await queries.updateDecision(db, { workspaceId, id }, { graph_version: graphVersion });
  const kept = renewedLinks(
    links.map(({ symbol, meaning_hash }) => ({ symbol, meaningHash: meaning_hash })),
    hashOf,
  );
  saveLinksOf(transaction, { workspace_id: workspaceId, id }, kept);
  for (const link of links) {
    if (hashOf(link.symbol) === undefined) await deleteLink(db, link);
  }
  if (kept.length > 0 || (await selectLinks(db, workspaceId, [id])).length > 0) return;
  const decision = await queries.selectDecision(db, workspaceId, id);
  if (decision === undefined) return;
  await linkToSymbols(transaction, decision, JSON.parse(decision.files) as string[]);
}
