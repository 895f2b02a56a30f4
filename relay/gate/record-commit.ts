import { fileOfSymbol } from '../../shared/kernel/symbol-id.ts';
import type { Output } from '../../shared/api/operations.ts';
import type { ReceiptKind } from '../../shared/gate/contract.ts';
import { byFile } from '../../shared/gate/held.ts';
import { notesTogether, touchedNote } from '../../shared/gate/touched-note.ts';
import {
  otherCommit,
  recordedAgain,
  short,
  refuseUse,
  type Use,
  refuseFailed,
  refuseGaps,
  refuseKind,
  refuseRetracted,
  refuseUnverified,
  notAmong,
} from './rules.ts';
import type { Touched } from './discovery/affected-tests.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow, SessionRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { namedSession } from '../workstreams/membership.ts';
import type { Workstream } from '../workstreams/queries.ts';
import type { Evidence } from './confirm-run.ts';
import * as queries from './queries.ts';
import { failureAfter } from './runs/queries.ts';
import { verifyReceipt, type ReceiptSigner, filesTold, receiptTold } from './receipt-signer.ts';
import { toCommit, toReceipt } from './records.ts';
import { findBlocker } from './blockers.ts';
import { activeWorkstream, type Vouched } from './gated-run.ts';
import { suiteNote } from './suite-note.ts';

/** A commit to record. */
export interface Recording extends Vouched {
  readonly commitSha: string;
  /** Empty when it is not known. */
  readonly tree: string;
  /** `<id>.<signature>`; undefined to use the caller's own receipt for the commit. */
  readonly receipt: string | undefined;
  readonly slug: string | undefined;
  readonly session: string | undefined;
  /** Undefined when the call names nothing: then what the receipt was given for counts. */
  readonly touched: Touched | undefined;
}

type SignedReceipt = { readonly row: ReceiptRow; readonly shown: string };

/** GAT-1, GAT-2, GAT-5, GAT-8: records a commit that has a receipt and touches nothing that another session has reserved. */
export async function recordCommit(
  transaction: Transaction,
  scope: Scope,
  { recording, signer }: { recording: Recording; signer: ReceiptSigner },
): Promise<Output<'recordCommit'> | Refusal> {
  const db = transaction.connection.kysely;
  const session = await namedSession(db, scope, recording.session);
  if (isRefusal(session)) return session;
  const receipt = await receiptFor(transaction, scope, { recording, signer, session });
  if (isRefusal(receipt)) return receipt;
  const slug = receipt.row.workstream;
  const workstream = await activeWorkstream(transaction, scope, { slug, session });
  if (isRefusal(workstream)) return workstream;
  const before = await commitBefore(transaction, scope, { slug, recording });
  if (isRefusal(before)) return before;
  const settings = await queries.gateSettings(db, scope.workspaceId);
  const known = knownOf(recording, receipt.row);
  const retractedSeq = before?.retracted_seq ?? null;
  const given = toReceipt(receipt.row);
  const unwanted =
    refuseRetracted(given, { givenSeq: receipt.row.seq, retractedSeq }) ??
    refuseFailed(given, await failureAfter(db, receipt.row)) ??
    refuseKind(settings, receipt.row.kind) ??
    refuseUnverified(settings, { verified: known.verified, unvouched: recording.unvouched }) ??
    refuseGaps(settings, known.leftOut);
  if (unwanted !== undefined) return unwanted;
  const { touched } = known;
  const sessionId = session?.id ?? '';
  const work = { touched: byFile(touched), sessionId, receipt: receipt.row };
  const blocker = await findBlocker(transaction, scope, work);
  if (blocker !== undefined) return blocker;
  const otherList = recording.touched && touchedNote(recording.touched, touched);
  const note = notesTogether(before && recordedAgain, otherList);
  const approved = { receipt, workstream, sessionId, before, ...known };
  const saved = await save(transaction, scope, approved);
  return { ...saved, ...(note !== undefined && { touched_note: note }) };
}

interface Known {
  readonly touched: Touched;
  readonly verified: boolean;
  readonly leftOut: readonly string[];
  /** What the results do not name of the suite, where that was asked for. */
  readonly note: string | undefined;
}

/**
 * GAT-9: what a daemon vouched for, with the receipt or now; else what the call says, or what the receipt was given for.
 * GAT-11: what is named only now is compared with the results that the receipt was given for.
 */
function knownOf(recording: Recording, receipt: ReceiptRow): Known {
  const { touched, vouch, affectedTests = [] } = recording;
  const {
    touched: shown,
    left_out: before = [],
    executed,
  } = JSON.parse(receipt.evidence) as Evidence;
  const noteBefore = receipt.reason || undefined;
  if (receipt.verified === 1)
    return { touched: shown, verified: true, leftOut: before, note: noteBefore };
  const now = executed === undefined ? [] : notAmong(affectedTests, executed);
  const noteNow = suiteNote(recording.suite, executed ?? []);
  const verified = vouch?.workstream === receipt.workstream;
  const leftOut = verified ? now : [...new Set([...before, ...now])];
  const note = verified ? noteNow : (noteBefore ?? noteNow);
  return { touched: touched ?? shown, verified, leftOut, note };
}

async function receiptFor(
  transaction: Transaction,
  scope: Scope,
  {
    recording,
    signer,
    session,
  }: { recording: Recording; signer: ReceiptSigner; session: SessionRow | undefined },
): Promise<SignedReceipt | Refusal> {
  const { commitSha, tree, slug } = recording;
  if (recording.receipt !== undefined) {
    const shown = recording.receipt;
    const row = await verifyReceipt(transaction, scope, { shown, signer });
    if (isRefusal(row)) return row;
    return (
      refuseUse(toReceipt(row), { commitSha, tree, workstream: slug }, transaction.nowMs) ?? {
        row,
        shown,
      }
    );
  }
  const workstream = await activeWorkstream(transaction, scope, { slug, session });
  if (isRefusal(workstream)) return workstream;
  const before = await commitBefore(transaction, scope, { slug: workstream.slug, recording });
  if (isRefusal(before)) return before;
  const row = await ownReceipt(transaction, scope, {
    commitSha,
    tree,
    workstream: workstream.slug,
  });
  return isRefusal(row) ? row : { row, shown: await signer.sign(transaction, row) };
}

/** The caller's newest valid receipt for the commit. The Conflict says what is wrong with the closest one that exists. */
async function ownReceipt(
  { connection, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  use: Use & { readonly workstream: string },
): Promise<ReceiptRow | Refusal> {
  const owner = { workspaceId, userId: caller.userId, workstream: use.workstream };
  const db = connection.kysely;
  const found = await queries.selectReceiptsFor(db, owner, { commitSha: use.commitSha });
  const problems = found.map((row) => refuseUse(toReceipt(row), use, nowMs));
  const valid = found.find((_, at) => problems[at] === undefined);
  if (valid !== undefined) return valid;
  const [alike] =
    use.tree === '' ? [] : await queries.selectReceiptsFor(db, owner, { tree: use.tree });
  const none = `${short(use.commitSha)} has no receipt on ${use.workstream}. Run its tests first: coord gate run, or confirm_ready.`;
  return (
    problems[0] ??
    (alike === undefined ? refuse('Conflict', none) : otherCommit(toReceipt(alike), use))
  );
}

/** What was recorded of the commit and retracted since. The Conflict: it is recorded now. */
async function commitBefore(
  { connection }: Transaction,
  { workspaceId }: Scope,
  { slug: workstream, recording: { commitSha } }: { slug: string; recording: Recording },
): Promise<queries.CommitState | undefined | Refusal> {
  const key = { workspaceId, workstream, commitSha };
  const state = await queries.selectCommitState(connection.kysely, key);
  if (state?.status !== 'recorded') return state;
  return refuse('Conflict', `${short(commitSha)} is recorded on ${workstream} already.`);
}

interface Approved extends Known {
  readonly receipt: SignedReceipt;
  readonly workstream: Workstream;
  readonly sessionId: string;
  readonly before: queries.CommitState | undefined;
}

async function save(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { receipt: { row, shown }, workstream, sessionId, before, ...known }: Approved,
): Promise<Output<'recordCommit'>> {
  const { touched, verified, leftOut, note } = known;
  const session = sessionId === '' ? row.session_id : sessionId;
  const { seq } = log.append(workspaceId, {
    type: 'gate_approved',
    workstream: workstream.slug,
    branch: workstream.branch,
    commit: row.commit_sha,
    files: filesTold(workstream, filesOf(touched)),
    kind: row.kind as ReceiptKind,
    receipt_id: receiptTold(workstream, shown),
    verified,
    user: caller.name,
    session_id: session,
  });
  const commit = {
    workspace_id: workspaceId,
    workstream: workstream.slug,
    commit_sha: row.commit_sha,
    tree: row.tree,
    branch: workstream.branch,
    receipt_id: shown,
    kind: row.kind,
    files: JSON.stringify(filesOf(touched)),
    symbols: JSON.stringify(touched.symbols),
    status: 'recorded',
    session_id: session,
    recorded_by: caller.userId,
    recorded_at: nowMs,
    seq,
    verified: verified ? 1 : 0,
    left_out: JSON.stringify(leftOut),
    retracted_at: before?.retracted_at ?? null,
    retracted_seq: before?.retracted_seq ?? null,
  };
  await queries.saveCommit(connection.kysely, commit);
  const used = { status: 'used', ended_at: nowMs, reason: note ?? '' };
  await queries.endReceipt(connection.kysely, row, used);
  const recorded = toCommit({ ...commit, recorded_by_name: caller.name });
  return { ...recorded, ...(note !== undefined && { tests_note: note }) };
}

/** The named files, and the files of the named symbols. */
function filesOf({ files, symbols }: Touched): string[] {
  return [...new Set([...files, ...symbols.map(fileOfSymbol)])];
}
