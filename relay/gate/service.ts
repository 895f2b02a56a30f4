import { limits } from '../../shared/contract/fields.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import type { gateOperations } from '../../shared/gate/contract.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import { jsonArrayOf, momentCursor, momentOf } from '../kernel/cursor.ts';
import { fileOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { refuseAttestation } from './verify-attestation.ts';
import { confirmRun, type Run } from './confirm-run.ts';
import { discoverTests } from './discover-tests.ts';
import * as queries from './queries.ts';
import { recordCommit } from './record-commit.ts';
import { toCommit } from './records.ts';
import { retractReceipt } from './retract-receipt.ts';
import { ReceiptSigner } from './receipt-signer.ts';
import { touchedOf } from './touched-files.ts';

const touchedFields = { files: 'touched_files', symbols: 'touched_symbols' };
const changedFields = { files: 'files', symbols: 'symbols_changed' };

/** The test gate: discovers what to run, gives receipts for runs that passed, and records commits that have one. */
export function gateService({
  database,
  authorizer,
  commandRunner,
  durations,
}: ServiceDependencies): Handlers<keyof typeof gateOperations> {
  const db = database.reader;
  const signer = new ReceiptSigner();
  return {
    async confirmReady(input, call) {
      const { id } = input;
      if (input.test_results === undefined && input.attestation === undefined) {
        return discovered(input, call);
      }
      const run = runOf(input);
      if (isRefusal(run)) return run;
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        confirmRun(transaction, scope, { run, signer, durations }),
      );
    },
    async recordCommit(input, call) {
      const commitSha = wholeSha(input.commit_sha);
      if (isRefusal(commitSha)) return commitSha;
      const receipt = shownReceipt(input);
      if (isRefusal(receipt)) return receipt;
      const { files, symbols_changed: symbols } = input;
      const touched = touchedOf({ files, symbols }, changedFields);
      if (isRefusal(touched)) return touched;
      const isNamed = files !== undefined || symbols !== undefined;
      const recording = {
        commitSha,
        tree: input.tree ?? '',
        receipt,
        slug: input.workstream_slug,
        session: input.session_id,
        touched: isNamed ? touched : undefined,
      };
      return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
        recordCommit(transaction, scope, { recording, signer }),
      );
    },
    async retractReceipt(input, call) {
      const shown = shownReceipt(input);
      if (isRefusal(shown)) return shown;
      if (shown === undefined) {
        return refuse('ValidationError', 'receipt: is needed.', { field: 'receipt' });
      }
      const { id, reason, session_id: session } = input;
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        retractReceipt(transaction, scope, { retraction: { shown, reason, session }, signer }),
      );
    },
    async listCommits({ id, workstream, limit, before }, call) {
      const beforeSeq = seqOf(before);
      if (isRefusal(beforeSeq)) return beforeSeq;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const reader = { userId: call.caller.userId, seesAll: scope.role !== 'member' };
      const filter = { workstream, reader, beforeSeq, limit: limit + 1 };
      const found = await queries.selectCommits(db, id, filter);
      const { rows, nextCursor } = cutPage(found, limit, ({ seq }) => cursorOfSeq(seq));
      return { commits: rows.map(toCommit), next_cursor: nextCursor };
    },
    async listFlakes({ id, file, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      const after = moment && { at: moment.createdAt, place: moment.id };
      const page = { file: path, limit: limit + 1, before: after };
      const found = await queries.selectFlakes(db, id, page);
      const { rows, nextCursor } = cutPage(found, limit, ({ at, place }) =>
        momentCursor({ createdAt: at, id: place }),
      );
      return { flakes: rows.map(toFlake), next_cursor: nextCursor };
    },
  };

  /** GAT-0: reads only. */
  async function discovered(
    { id, touched_files: files, touched_symbols: symbols }: Input<'confirmReady'>,
    call: Call,
  ): Promise<Output<'confirmReady'> | Refusal> {
    const scope = await authorizer.enter(call, { id }, 'member');
    if (isRefusal(scope)) return scope;
    const touched = touchedOf({ files, symbols }, touchedFields);
    return isRefusal(touched) ? touched : discoverTests(db, id, touched);
  }
}

function runOf(input: Input<'confirmReady'>): Run | Refusal {
  const { attestation, test_results: results = [] } = input;
  if (results.length === 0 && attestation === undefined) {
    return refuse('ValidationError', 'test_results: an empty list is not a run of the tests.', {
      field: 'test_results',
    });
  }
  const commitSha = wholeSha(input.commit_sha);
  if (isRefusal(commitSha)) return commitSha;
  const { tree } = input;
  const refused = attestation && refuseAttestation(attestation, { commitSha, tree });
  if (refused !== undefined) return refused;
  const { touched_files: files, touched_symbols: symbols } = input;
  const touched = touchedOf({ files, symbols }, touchedFields);
  if (isRefusal(touched)) return touched;
  return {
    commitSha,
    tree: attestation?.tree ?? tree ?? '',
    results: results.map((result) => ({ ...result, test_file: spelled(result.test_file) })),
    attestation,
    touched,
    slug: input.workstream_slug,
    session: input.session_id,
    taskId: input.completes_task_id,
  };
}

/** The canonical path; a name that is not a path stays as it is. */
function spelled(testFile: string): string {
  const path = canonicalPath(testFile);
  return isRefusal(path) ? testFile : path;
}

/** The relay has no repository, so it cannot expand an abbreviated id. */
function wholeSha(given: string | undefined): string | Refusal {
  const sha = given?.trim().toLowerCase() ?? '';
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) return sha;
  return refuse(
    'ValidationError',
    'commit_sha: must be the whole name of the commit, 40 hexadecimal digits, as `git rev-parse HEAD` prints it.',
    { field: 'commit_sha' },
  );
}

function shownReceipt({
  receipt,
  receipt_id: id,
}: {
  receipt?: string | undefined;
  receipt_id?: string | undefined;
}): string | undefined | Refusal {
  const [one, other] = [receipt?.trim(), id?.trim()];
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return refuse('ValidationError', 'receipt: is another one than receipt_id.', {
    field: 'receipt',
  });
}

function cursorOfSeq(seq: number): string {
  return Buffer.from(JSON.stringify([seq])).toString('base64url');
}

function seqOf(cursor: string | undefined): number | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const [seq, ...more] = jsonArrayOf(cursor.slice(0, limits.cursor));
  if (more.length === 0 && Number.isSafeInteger(seq)) return seq as number;
  return refuse('ValidationError', 'before: is no cursor of this list.', { field: 'before' });
}

function toFlake({
  test_file,
  test_name,
  commit_sha,
  machine,
  passed,
  failed,
  at,
}: Awaited<ReturnType<typeof queries.selectFlakes>>[number]) {
  return { test_file, test_name, commit_sha, machine, passed, failed, at: toTimestamp(at) };
}
