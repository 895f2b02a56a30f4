import { itemsOf } from '../../shared/contract/fields.ts';
import type { Input } from '../../shared/api/operations.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Touched } from './discovery/affected-tests.ts';
import type { Run, Vouched } from './gated-run.ts';
import type { Recording } from './record-commit.ts';
import type { Retraction } from './retract-receipt.ts';
import { touchedOf } from './discovery/touched-files.ts';
import { refuseAttestation, refuseVouch, type VouchedCommit } from './statements.ts';

/**
 * What a call of `confirmReady` says was touched. ValidationError: something is not a path or a symbol, or what is named as the
 * commit is none.
 */
export function touchedBy({
  commit_sha: commit,
  touched_files: files,
  touched_symbols: symbols,
}: Input<'confirmReady'>): Touched | Refusal {
  const named = commit === undefined ? undefined : wholeSha(commit);
  if (isRefusal(named)) return named;
  return touchedOf({ files, symbols }, { files: 'touched_files', symbols: 'touched_symbols' });
}

/** The run that a call reports. ValidationError: it is none, or its attestation is not valid. */
export function runOf(input: Input<'confirmReady'>): Run | Refusal {
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
  const touched = touchedBy(input);
  if (isRefusal(touched)) return touched;
  const vouched = vouchedIn(input, {
    commitSha,
    tree: attestation?.tree ?? tree ?? '',
    lists: { files: input.touched_files, symbols: input.touched_symbols },
  });
  if (isRefusal(vouched)) return vouched;
  return {
    commitSha,
    tree: attestation?.tree ?? tree ?? vouched.vouch?.tree ?? '',
    results: results.map((result) => ({ ...result, test_file: spelled(result.test_file) })),
    attestation,
    touched,
    slug: input.workstream_slug ?? input.workstream,
    session: input.session_id,
    taskId: input.completes_task_id,
    counts: attestation && input.counts,
    ...vouched,
  };
}

/** The commit that a call wants recorded. ValidationError: its id, receipt, files or symbols are not valid. */
export function recordingOf(input: Input<'recordCommit'>): Recording | Refusal {
  const commitSha = wholeSha(input.commit_sha);
  if (isRefusal(commitSha)) return commitSha;
  const receipt = shownReceipt(input);
  if (isRefusal(receipt)) return receipt;
  const { files, symbols_changed: symbols } = input;
  const fields = { files: 'files', symbols: 'symbols_changed' };
  const touched = touchedOf({ files, symbols }, fields);
  if (isRefusal(touched)) return touched;
  const isNamed = files !== undefined || symbols !== undefined;
  const about = { commitSha, tree: input.tree ?? '', lists: { files, symbols } };
  const vouched = vouchedIn(input, about);
  if (isRefusal(vouched)) return vouched;
  return {
    commitSha,
    tree: input.tree ?? vouched.vouch?.tree ?? '',
    receipt,
    slug: input.workstream_slug ?? input.workstream,
    session: input.session_id,
    touched: isNamed ? touched : undefined,
    ...vouched,
  };
}

interface About extends Pick<VouchedCommit, 'commitSha' | 'tree'> {
  readonly lists: { readonly files?: Files; readonly symbols?: Files };
}

type Files = string | readonly string[] | undefined;

/** GAT-9: what a daemon says with a call once its vouch is known to be about it; without one its tests do not count (GAT-11). */
function vouchedIn(
  input: Input<'confirmReady'> | Input<'recordCommit'>,
  { commitSha, tree, lists }: About,
): Vouched | Refusal {
  const { id: workspaceId, vouch, unvouched, affected_tests: tests, suite } = input;
  const none = { vouch, unvouched, affectedTests: undefined, suite: undefined };
  if (vouch === undefined) return none;
  const [files, symbols] = [itemsOf(lists.files), itemsOf(lists.symbols)];
  const about = { workspaceId, commitSha, tree, lists: { files, symbols, tests } };
  return refuseVouch(vouch, about) ?? { ...none, affectedTests: tests, suite };
}

/** The receipt that a call takes back. ValidationError: none is named. */
export function retractionOf(input: Input<'retractReceipt'>): Retraction | Refusal {
  const shown = shownReceipt(input);
  if (isRefusal(shown)) return shown;
  if (shown === undefined) {
    return refuse('ValidationError', 'receipt is missing.', { field: 'receipt' });
  }
  return { shown, reason: input.reason, session: input.session_id };
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
    'commit_sha must be the whole name of the commit, 40 hexadecimal digits, as `git rev-parse HEAD` prints it.',
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
  return refuse('ValidationError', 'receipt is another one than receipt_id.', {
    field: 'receipt',
  });
}
