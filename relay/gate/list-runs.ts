import type { Input, Output } from '../../shared/api/operations.ts';
import { isOn } from '../../shared/contract/fields.ts';
import type { gateRunOperations } from '../../shared/gate/runs.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import { cursorOfSeq, seqOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import { readerOf } from '../workstream-branches/hidden-queries.ts';
import { dismissRun, noSuchRun } from './dismiss-run.ts';
import { selectRun, selectRuns } from './runs/queries.ts';
import { toRun, toWholeRun } from './runs/records.ts';

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
