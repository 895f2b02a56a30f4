import type { DecisionRecord, DecisionState } from '../../shared/decisions/contract.ts';
import { refuseAccept, refuseDecline, refuseReaffirm, titleKey } from './rules.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { selectLinks, deleteLinks } from './link-queries.ts';
import { linkToSymbols, linksOfNow, saveLinksOf } from './link-symbols.ts';
import { endDecisions, decisionInEvent } from './record.ts';
import { filesIn, toDecision } from './records.ts';
import { digestOf } from '../../shared/node/digest.ts';
import type { DecisionRow } from '../store/schema.ts';

interface Reaffirmation {
  readonly id: string;
  readonly note: string;
  readonly sessionId: string | undefined;
}

/** DEC-4: makes a decision fresh against the symbols as they are today. */
export async function reaffirm(
  transaction: Transaction,
  scope: Scope,
  { id, note, sessionId: named }: Reaffirmation,
): Promise<DecisionRecord | Refusal> {
  const { connection, nowMs, log } = transaction;
  const { workspaceId, caller } = scope;
  const db = connection.kysely;
  const found = await queries.selectDecision(db, workspaceId, id);
  if (found === undefined) return noSuchDecision();
  const refusal = refuseReaffirm(found.state as DecisionState);
  if (refusal !== undefined) return refusal;
  const sessionId = await callersSessionId(transaction, scope, named);
  if (isRefusal(sessionId)) return sessionId;
  await renew(transaction, found);
  await queries.updateDecision(
    db,
    { workspaceId, id },
    {
      state: 'fresh',
      stale_symbol: null,
      stale_since: null,
      stale_change: null,
      reaffirmed_by: caller.userId,
      reaffirmed_at: nowMs,
      reaffirmed_session: sessionId,
      note,
      graph_version: await graphVersion(db, workspaceId),
    },
  );
  const decision = { id, title: found.title };
  log.append(workspaceId, { type: 'decision_reaffirmed', decision, user: caller.name, note });
  return reread(transaction, workspaceId, id);
}

/** Updates the links to what still exists; when nothing does, links the files as for a new decision. */
async function renew(transaction: Transaction, found: queries.Decision): Promise<void> {
  const { connection } = transaction;
  const { workspace_id: workspaceId, id } = found;
  const kept = await linksOfNow(transaction, workspaceId, id);
  await deleteLinks(connection.kysely, workspaceId, id);
  if (kept.length > 0) saveLinksOf(transaction, found, kept);
  else await linkToSymbols(transaction, found, { files: filesIn(found) });
}

/** DEC-17: a person accepts a proposal: it counts from now on, and is linked to the symbols as they are now. */
export async function accept(
  transaction: Transaction,
  scope: Scope,
  id: string,
): Promise<DecisionRecord | Refusal> {
  const { connection, log, nowMs } = transaction;
  const { workspaceId, caller } = scope;
  const db = connection.kysely;
  const found = await queries.selectDecision(db, workspaceId, id);
  if (found === undefined) return noSuchDecision();
  const refusal = refuseAccept(found.state as DecisionState);
  if (refusal !== undefined) return refusal;
  const files = filesIn(found);
  await deleteLinks(db, workspaceId, id);
  await linkToSymbols(transaction, found, { files });
  const version = await graphVersion(db, workspaceId);
  const changes = {
    state: 'fresh',
    graph_version: version,
    made_by: caller.userId,
    accepted_by: caller.userId,
    accepted_at: nowMs,
  };
  await queries.updateDecision(db, { workspaceId, id }, changes);
  const same = await queries.selectDecisionsOfTitle(db, workspaceId, found.title_key);
  const decision = decisionInEvent(found, files);
  log.append(workspaceId, { type: 'decision_recorded', decision, user: caller.name });
  const ended = same.filter((one) => one.state === 'stale');
  await endDecisions(transaction, scope, { ended, by: found });
  return reread(transaction, workspaceId, id);
}

/** DEC-15: a proposal that nobody wants is ended; it stays readable. */
export async function decline(
  { connection, log }: Transaction,
  { workspaceId, caller }: Scope,
  id: string,
): Promise<DecisionRecord | Refusal> {
  const db = connection.kysely;
  const found = await queries.selectDecision(db, workspaceId, id);
  if (found === undefined) return noSuchDecision();
  const refusal = refuseDecline(found.state as DecisionState);
  if (refusal !== undefined) return refusal;
  await queries.updateDecision(db, { workspaceId, id }, { state: 'ended' });
  const decision = { id, title: found.title };
  log.append(workspaceId, { type: 'decision_declined', decision, user: caller.name });
  return reread({ connection }, workspaceId, id);
}

export function noSuchDecision(): Refusal {
  return refuse('NotFound', 'No such decision. search finds them by their words.');
}

async function reread(
  { connection }: Pick<Transaction, 'connection'>,
  workspaceId: string,
  id: string,
): Promise<DecisionRecord | Refusal> {
  const row = await queries.selectDecision(connection.kysely, workspaceId, id);
  if (row === undefined) return noSuchDecision();
  return toDecision(row, await selectLinks(connection.kysely, workspaceId, [id]));
}

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
  await linkToSymbols(transaction, row, { files: filesIn(row) });
}
