import type { Input } from '../../shared/api/operations.ts';
import type { ConventionRecord, Tier } from '../../shared/conventions/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import * as queries from './queries.ts';
import { conventionInEvent, globsOfRow, toRecord } from './records.ts';
import {
  refuseAcceptance,
  refuseWithdrawal,
  refuseWithoutFiles,
  type Member,
  firstStatus,
  waitingMessage,
} from './rules.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import { newId } from '../../shared/node/random-ids.ts';

function memberOf({ caller, role }: Scope): Member {
  return { userId: caller.userId, isAdmin: reaches(role, 'admin') };
}

/**
 * CNV-4: an admin retires it, or gives it another tier, and what an admin changes counts: it is proposed no longer. A change
 * to what is stored already appends no event.
 */
export async function changeConvention(
  transaction: Transaction,
  scope: Scope,
  { cid, status, tier }: Omit<Input<'changeConvention'>, 'id'>,
): Promise<ConventionRecord | Refusal> {
  const found = await find(transaction, scope, cid);
  if (isRefusal(found)) return found;
  const isAsked = status !== undefined || tier !== undefined;
  const counts = isAsked && found.status === 'proposed' ? 'active' : found.status;
  const next = { status: status ?? counts, tier: tier ?? found.tier };
  if (next.status === found.status && next.tier === found.tier) return toRecord(found);
  const gives = tier !== undefined && tier !== found.tier;
  const withoutFiles = gives && refuseWithoutFiles(next.tier as Tier, globsOfRow(found));
  return withoutFiles || save(transaction, scope, { found, next });
}

/**
 * CNV-5: a proposed rule counts from now on; twice is once. Refused with Forbidden for who proposed it, and with a Conflict
 * when it is retired.
 */
export async function acceptConvention(
  transaction: Transaction,
  scope: Scope,
  cid: string,
): Promise<ConventionRecord | Refusal> {
  const found = await find(transaction, scope, cid);
  if (isRefusal(found)) return found;
  if (found.status === 'active') return toRecord(found);
  if (found.status === 'retired') {
    return refuse('Conflict', 'This rule is retired. Propose it anew, or ask an admin.');
  }
  const setting = await queries.mustRulesOf(transaction.connection.kysely, scope.workspaceId);
  const refused = refuseAcceptance(found.proposed_by, setting, memberOf(scope));
  return refused ?? save(transaction, scope, { found, next: { ...found, status: 'active' } });
}

/** CNV-5: who proposed a rule takes it back; twice is once. Refused with Forbidden once somebody else has accepted it. */
export async function withdrawConvention(
  transaction: Transaction,
  scope: Scope,
  cid: string,
): Promise<ConventionRecord | Refusal> {
  const found = await find(transaction, scope, cid);
  if (isRefusal(found)) return found;
  const { proposed_by: proposedBy, accepted_by: acceptedBy } = found;
  const refused = refuseWithdrawal({ proposedBy, acceptedBy }, memberOf(scope));
  if (refused !== undefined) return refused;
  if (found.status === 'retired') return toRecord(found);
  return save(transaction, scope, { found, next: { ...found, status: 'retired' } });
}

interface Change {
  readonly found: queries.Convention;
  readonly next: { readonly status: string; readonly tier: string };
}

async function save(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { found, next: { status, tier } }: Change,
): Promise<ConventionRecord> {
  const { id } = found;
  const retires = status === 'retired' && found.status !== 'retired';
  const marks = retires
    ? { retired_at: nowMs, retired_by: caller.userId }
    : status === 'active'
      ? { retired_at: null, retired_by: null, accepted_at: nowMs, accepted_by: caller.userId }
      : {};
  const changes = { status, tier, ...marks };
  await queries.updateConvention(connection.kysely, { workspaceId, id }, changes);
  const changed = { ...found, ...changes };
  const type = retires ? 'convention_retired' : 'convention_changed';
  log.append(workspaceId, {
    type,
    convention: conventionInEvent(changed),
    user: caller.name,
  });
  return toRecord(changed);
}

async function find({ connection }: Transaction, { workspaceId }: Scope, id: string) {
  const found = await queries.selectConvention(connection.kysely, workspaceId, id);
  return found ?? noSuchConvention();
}

export function noSuchConvention(): Refusal {
  return refuse('NotFound', 'No such convention. convention_list shows them.');
}

/** Every write is checked against all of them, so they are few. */
export const maxStanding = 500;

type Proposal = Input<'proposeConvention'> & { readonly globs: readonly string[] };

/**
 * CNV-3, CNV-5: stores a rule, active or proposed, and appends the event; the answer of a proposed one says who accepts it.
 * Refused with a ValidationError for a `must` without files, with Forbidden where only admins propose one, and with a Conflict
 * when there are too many.
 */
export async function propose(
  { connection, log, nowMs }: Transaction,
  scope: Scope,
  { title, rationale, tier, globs, affected_areas: areas }: Proposal,
): Promise<(ConventionRecord & { message?: string }) | Refusal> {
  const db = connection.kysely;
  const { workspaceId, caller } = scope;
  const withoutFiles = refuseWithoutFiles(tier, globs);
  if (withoutFiles !== undefined) return withoutFiles;
  const setting = await queries.mustRulesOf(db, workspaceId);
  const status = firstStatus(tier, setting, memberOf(scope));
  if (isRefusal(status)) return status;
  if ((await queries.countStanding(db, workspaceId)) >= maxStanding) {
    const text = `A workspace has at most ${maxStanding} conventions that are active or proposed.`;
    return refuse('Conflict', text);
  }
  const row = {
    id: newId('convention'),
    workspace_id: workspaceId,
    title,
    rationale,
    tier,
    affected_files: JSON.stringify(globs),
    affected_areas: JSON.stringify(itemsOf(areas)),
    status,
    proposed_by: caller.userId,
    created_at: nowMs,
    retired_at: null,
    retired_by: null,
    accepted_by: null,
    accepted_at: null,
  };
  await queries.insertConvention(db, row);
  const stored = { ...row, proposed_by_name: caller.name };
  const convention = conventionInEvent(stored);
  log.append(workspaceId, { type: 'convention_proposed', convention, user: caller.name });
  if (status === 'active') return toRecord(stored);
  return { ...toRecord(stored), message: waitingMessage({ id: row.id }) };
}
