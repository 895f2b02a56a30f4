import { digestOf } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { DecisionRow } from '../store/schema.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import { linkToSymbols } from './link-symbols.ts';
import * as queries from './queries.ts';
import { deleteLinks } from './link-queries.ts';
import { titleKey } from './rules.ts';

/** MTG-8: the decision ends, without another one that replaces it. What has ended already stays as it is. */
export async function withdraw(
  { connection }: Transaction,
  { workspace_id: workspaceId, id, state }: DecisionRow,
): Promise<void> {
  if (state === 'ended') return;
  await queries.updateDecision(connection.kysely, { workspaceId, id }, { state: 'ended' });
}

/** MTG-8: it counts again: stale when it was, else for the code as it is now. What was superseded stays ended. */
export async function restore(transaction: Transaction, row: DecisionRow): Promise<void> {
  const { workspace_id: workspaceId, id } = row;
  if (row.state !== 'ended' || row.superseded_by !== null) return;
  const db = transaction.connection.kysely;
  if (row.stale_symbol !== null) {
    await queries.updateDecision(db, { workspaceId, id }, { state: 'stale' });
    return;
  }
  await linkAnew(transaction, row);
  const graph_version = await graphVersion(db, workspaceId);
  await queries.updateDecision(db, { workspaceId, id }, { state: 'fresh', graph_version });
}

/** MTG-8: other words for the same decision; answers it as it is now. A fresh one is linked to what the words mean. */
export async function reword(
  transaction: Transaction,
  row: DecisionRow,
  { title, rationale }: Pick<DecisionRow, 'title' | 'rationale'>,
): Promise<DecisionRow> {
  const { workspace_id: workspaceId, id, state } = row;
  const changes = { title, rationale, title_key: digestOf(titleKey(title)) };
  await queries.updateDecision(transaction.connection.kysely, { workspaceId, id }, changes);
  const changed = { ...row, ...changes };
  if (state === 'fresh') await linkAnew(transaction, changed);
  return changed;
}

/** MTG-18: marks a decision of a meeting that nobody has confirmed, or takes the mark off. */
export async function markUnconfirmed(
  { connection }: Transaction,
  { workspace_id: workspaceId, id, unconfirmed: before }: DecisionRow,
  isUnconfirmed: boolean,
): Promise<void> {
  const unconfirmed = isUnconfirmed ? 1 : 0;
  if (unconfirmed === before) return;
  await queries.updateDecision(connection.kysely, { workspaceId, id }, { unconfirmed });
}

async function linkAnew(transaction: Transaction, row: DecisionRow): Promise<void> {
  await deleteLinks(transaction.connection.kysely, row.workspace_id, row.id);
  await linkToSymbols(transaction, row, JSON.parse(row.files) as string[]);
}
