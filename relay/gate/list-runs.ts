import type { Input, Output } from '../../shared/api/operations.ts';
import { isOn } from '../../shared/contract/fields.ts';
import type { gateRunOperations } from '../../shared/gate/runs.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import { type Call, cutPage, type Handlers } from '../kernel/handlers.ts';
import { cursorOfSeq, seqOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import * as queries from './runs/queries.ts';
import { selectRun, selectRuns } from './runs/queries.ts';
import { toRun, toWholeRun } from './runs/records.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { findWorkstream, refuseUnknown } from '../workstreams/access.ts';
import { runTold } from './receipt-signer.ts';

/** GAT-13: what was shown to the gate. */
export function gateRunService(
  dependencies: ServiceDependencies,
): Handlers<keyof typeof gateRunOperations> {
  return {
    listGateRuns: (input, call) => listGateRuns(dependencies, input, call),
    getGateRun: (input, call) => getGateRun(dependencies, input, call),
    changeGateRun: ({ id, ...input }, call) =>
      dependencies.commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        dismissRun(transaction, scope, input),
      ),
  };
}

async function listGateRuns(
  { authorizer, database, clock }: ServiceDependencies,
  { id, workstream, outcome, open, limit, before }: Input<'listGateRuns'>,
  call: Call,
): Promise<Output<'listGateRuns'> | Refusal> {
  const beforeNumber = seqOf(before);
  if (isRefusal(beforeNumber)) return beforeNumber;
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const unknown = await refuseUnknown(database.reader, scope, workstream);
  if (unknown !== undefined) return unknown;
  const wanted = { workstream, outcome, open: isOn(open), reader: readerOf(scope) };
  const page = { ...wanted, beforeNumber, limit: limit + 1 };
  const found = await selectRuns(database.reader, id, page);
  const { rows, nextCursor } = cutPage(found, limit, ({ number }) => cursorOfSeq(number));
  const nowMs = clock.now();
  return { runs: rows.map((row) => toRun(row, nowMs)), next_cursor: nextCursor };
}

async function getGateRun(
  { authorizer, database, clock }: ServiceDependencies,
  { id, run_id: runId }: Input<'getGateRun'>,
  call: Call,
): Promise<Output<'getGateRun'> | Refusal> {
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const row = await selectRun(database.reader, id, { id: runId, reader: readerOf(scope) });
  if (row === undefined) return noSuchRun();
  return toWholeRun(row, clock.now());
}

/**
 * GAT-14: puts a run that did not pass aside for the whole team, or takes that back; what is so already is no news. NotFound: it
 * does not exist for the caller. Conflict: it passed.
 */
async function dismissRun(
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

function noSuchRun(): Refusal {
  return refuse(
    'NotFound',
    'No such run. The newest 200 of a workspace are kept, and 20 of each workstream.',
  );
}
