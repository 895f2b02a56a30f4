import type { Transaction } from '../store/group-committer.ts';
import { selectLinks } from './link-queries.ts';
import { currentHashes } from './link-symbols.ts';
import * as queries from './queries.ts';
import { brokenLink } from './rules.ts';
import type { StaleRow } from './stale-queries.ts';

/** Who brought it back. */
interface Restorer {
  readonly workspaceId: string;
  readonly user: string;
}

/**
 * DEC-18: makes a decision fresh again when what it is about was gone and is all back with the meaning that it was decided about;
 * answers whether it is.
 */
export async function freshAgain(
  transaction: Transaction,
  { workspaceId, user }: Restorer,
  { id, title, symbol }: Pick<StaleRow, 'id' | 'title'> & { readonly symbol: string },
): Promise<boolean> {
  const { connection, log } = transaction;
  const rows = await selectLinks(connection.kysely, workspaceId, [id]);
  const hashOf = await currentHashes(transaction, workspaceId, rows);
  const links = rows.map(({ symbol: linked, meaning_hash: meaningHash }) => {
    return { symbol: linked, meaningHash };
  });
  if (brokenLink(links, hashOf) !== undefined) return false;
  await queries.updateDecision(
    connection.kysely,
    { workspaceId, id },
    { state: 'fresh', stale_symbol: null, stale_since: null, stale_change: null },
  );
  const note = `${symbol} is back as it was`;
  log.append(workspaceId, { type: 'decision_reaffirmed', decision: { id, title }, user, note });
  return true;
}
