import type { Input, Output } from '../../shared/api/operations.ts';
import type { gateOperations } from '../../shared/gate/contract.ts';
import type { TestCounts } from '../../shared/gate/kinds.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { type Call, cutPage, type Handlers } from '../kernel/handlers.ts';
import { cursorOfSeq, momentCursor, momentOf, seqOf } from '../kernel/cursor.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { fileOf } from '../kernel/files.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import { confirmRun } from './confirm-run.ts';
import type { Touched } from './discovery/affected-tests.ts';
import type { Run } from './gated-run.ts';
import { discoverTests, requiredTests } from './discovery/discover-tests.ts';
import { recordingOf, retractionOf, runOf, touchedBy } from './inputs.ts';
import * as queries from './queries.ts';
import { findWorkstream, refuseUnknown } from '../workstreams/access.ts';
import { namedSession } from '../workstreams/membership.ts';
import { parseReceipt, ReceiptSigner } from './receipt-signer.ts';
import { recordCommit } from './record-commit.ts';
import { toCommit } from './records.ts';
import { gateRunService } from './list-runs.ts';
import { runsOfReceipts } from './runs/queries.ts';
import { selectFlakes } from './test-outcomes/queries.ts';
import { retractReceipt } from './retract-receipt.ts';

type GateDependencies = ServiceDependencies & { readonly signer: ReceiptSigner };

/** The test gate: discovers what to run, gives receipts for runs that passed, and records commits that have one. */
export function gateService(given: ServiceDependencies): Handlers<keyof typeof gateOperations> {
  const dependencies = { ...given, signer: new ReceiptSigner() };
  return {
    confirmReady: (input, call) =>
      input.test_results === undefined && input.attestation === undefined
        ? discover(dependencies, input, call)
        : confirm(dependencies, input, call),
    recordCommit: (input, call) => record(dependencies, input, call),
    retractReceipt: (input, call) => retract(dependencies, input, call),
    listCommits: (input, call) => listCommits(dependencies, input, call),
    listFlakes: (input, call) => listFlakes(dependencies, input, call),
    ...gateRunService(dependencies),
  };
}

/** GAT-0: reads only. */
async function discover(
  { authorizer, database }: GateDependencies,
  input: Input<'confirmReady'>,
  call: Call,
): Promise<Output<'confirmReady'> | Refusal> {
  const { id } = input;
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const session = await namedSession(database.reader, scope, input.session_id);
  if (isRefusal(session)) return session;
  const slug = input.workstream_slug ?? input.workstream;
  const stream =
    slug === undefined ? undefined : await findWorkstream(database.reader, scope, slug);
  if (isRefusal(stream)) return stream;
  const touched = touchedBy(input);
  return isRefusal(touched) ? touched : discoverTests(database.reader, id, touched);
}

async function confirm(
  dependencies: GateDependencies,
  input: Input<'confirmReady'>,
  call: Call,
): Promise<Output<'confirmReady'> | Refusal> {
  const { commandRunner, signer, durations } = dependencies;
  const given = runOf(input);
  if (isRefusal(given)) return given;
  const isCompared = given.results.length > 0;
  const run = isCompared ? await withAffectedTests(dependencies, given, { input, call }) : given;
  if (isRefusal(run)) return run;
  return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
    confirmRun(transaction, scope, { run, signer, durations }),
  );
}

/** GAT-11: without a daemon's word the symbol graph says what the touched files can affect; before the transaction, as it reads much. */
async function withAffectedTests<Given extends Affecting>(
  { authorizer, database }: GateDependencies,
  given: Given,
  { input: { id }, call }: { readonly input: { readonly id: string }; readonly call: Call },
): Promise<Given | Refusal> {
  const { touched } = given;
  if (touched === undefined || given.affectedTests !== undefined) return given;
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  return { ...given, ...(await requiredTests(database.reader, id, touched)) };
}

interface Affecting extends Pick<Run, 'affectedTests' | 'suite'> {
  readonly touched: Touched | undefined;
}

async function record(
  dependencies: GateDependencies,
  input: Input<'recordCommit'>,
  call: Call,
): Promise<Output<'recordCommit'> | Refusal> {
  const { commandRunner, signer } = dependencies;
  const given = recordingOf(input);
  if (isRefusal(given)) return given;
  const recording = await withAffectedTests(dependencies, given, { input, call });
  if (isRefusal(recording)) return recording;
  return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
    recordCommit(transaction, scope, { recording, signer }),
  );
}

async function retract(
  { commandRunner, signer }: GateDependencies,
  input: Input<'retractReceipt'>,
  call: Call,
): Promise<Output<'retractReceipt'> | Refusal> {
  const retraction = retractionOf(input);
  if (isRefusal(retraction)) return retraction;
  return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
    retractReceipt(transaction, scope, { retraction, signer }),
  );
}

async function listCommits(
  { authorizer, database }: GateDependencies,
  { id, workstream, limit, before }: Input<'listCommits'>,
  call: Call,
): Promise<Output<'listCommits'> | Refusal> {
  const beforeSeq = seqOf(before);
  if (isRefusal(beforeSeq)) return beforeSeq;
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const unknown = await refuseUnknown(database.reader, scope, workstream);
  if (unknown !== undefined) return unknown;
  const filter = { workstream, reader: readerOf(scope), beforeSeq, limit: limit + 1 };
  const found = await queries.selectCommits(database.reader, id, filter);
  const { rows, nextCursor } = cutPage(found, limit, ({ seq }) => cursorOfSeq(seq));
  const runs = await runsOfReceipts(database.reader, id);
  const notes = await queries.notesOfReceipts(database.reader, id, rows.map(receiptOf));
  const commits = rows.map((row) => {
    const [run, note] = [runs.get(receiptOf(row)), notes.get(receiptOf(row))];
    return {
      ...toCommit(row),
      ...(note !== undefined && { tests_note: note }),
      ...(run !== undefined && ofRun(run)),
    };
  });
  return { commits, next_cursor: nextCursor };
}

function ofRun({ id, ...tests }: { id: string } & TestCounts) {
  const isKnown = tests.passed + tests.failed + tests.skipped > 0;
  return { run_id: id, ...(isKnown && { tests }) };
}

/** A commit names its receipt with the signature. */
function receiptOf({ receipt_id: shown }: queries.Commit): string {
  return parseReceipt(shown)?.id ?? '';
}

async function listFlakes(
  { authorizer, database }: GateDependencies,
  { id, file, limit, before }: Input<'listFlakes'>,
  call: Call,
): Promise<Output<'listFlakes'> | Refusal> {
  const moment = momentOf(before);
  if (isRefusal(moment)) return moment;
  const path = fileOf(file);
  if (isRefusal(path)) return path;
  const scope = await authorizer.enter(call, { id }, 'member');
  if (isRefusal(scope)) return scope;
  const after = moment && { at: moment.createdAt, place: moment.id };
  const page = { file: path, reader: readerOf(scope), limit: limit + 1, before: after };
  const found = await selectFlakes(database.reader, id, page);
  const { rows, nextCursor } = cutPage(found, limit, ({ at, place }) =>
    momentCursor({ createdAt: at, id: place }),
  );
  return { flakes: rows.map(toFlake), next_cursor: nextCursor };
}

function toFlake({
  test_file,
  test_name,
  commit_sha,
  machine,
  passed,
  failed,
  at,
}: Awaited<ReturnType<typeof selectFlakes>>[number]) {
  return { test_file, test_name, commit_sha, machine, passed, failed, at: toTimestamp(at) };
}
