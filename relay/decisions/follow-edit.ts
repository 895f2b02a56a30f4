import type { Transaction } from '../store/group-committer.ts';
import { linkToSymbols, saveLinksOf } from './link-symbols.ts';
import * as queries from './queries.ts';
import { deleteLink, selectLinks } from './link-queries.ts';
import { renewedLinks } from './rules.ts';
import type { TouchedLink } from './stale-queries.ts';

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
export async function followEdit(
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
