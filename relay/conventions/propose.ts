import type { Input } from '../../shared/api/operations.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import type { ConventionRecord } from '../../shared/conventions/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { memberOf } from './change.ts';
import * as queries from './queries.ts';
import { conventionInEvent, toRecord } from './records.ts';
import { firstStatus, refuseWithoutFiles, waitingMessage } from './rules.ts';

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
