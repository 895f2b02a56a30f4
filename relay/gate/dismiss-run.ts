import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { readerOf } from '../workstream-branches/hidden-queries.ts';
import { findWorkstream } from '../workstreams/access.ts';
import { runTold } from './private-events.ts';
import * as queries from './runs/queries.ts';
import { toRun } from './runs/records.ts';

/**
 * GAT-14: puts a run that did not pass aside for the whole team, or takes that back; what is so already is no news. NotFound: it
 * does not exist for the caller. Conflict: it passed.
 */
export async function dismissRun(
  { connection: { kysely }, log, nowMs }: Transaction,
  scope: Scope,
  { run_id: id, dismissed }: Omit<Input<'changeGateRun'>, 'id'>,
): Promise<Output<'changeGateRun'> | Refusal> {
  const { workspaceId, caller } = scope;
  const find = () => queries.selectRun(kysely, workspaceId, { id, reader: readerOf(scope) });
  const run = await find();
  if (run === undefined) return noSuchRun();
  if (run.outcome === 'confirmed')
    return refuse('Conflict', 'This run passed the gate, so nothing is to be put aside.');
  if ((run.dismissed_by !== '') === dismissed) return toRun(run, nowMs);
  const found = await findWorkstream(kysely, scope, run.workstream);
  if (isRefusal(found)) return noSuchRun();
  await queries.dismissRun(kysely, workspaceId, {
    id,
    dismissedBy: dismissed ? caller.userId : '',
  });
  log.append(workspaceId, {
    type: 'gate_dismissed',
    workstream: run.workstream,
    branch: run.branch,
    commit: run.commit_sha,
    dismissed,
    ...runTold(found.row, id),
    user: caller.name,
    session_id: '',
  });
  const changed = await find();
  return changed === undefined ? noSuchRun() : toRun(changed, nowMs);
}

export function noSuchRun(): Refusal {
  return refuse(
    'NotFound',
    'No such run. The newest 200 of a workspace are kept, and 20 of each workstream.',
  );
}
