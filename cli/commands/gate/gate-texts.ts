import { firstFew } from '../../../shared/kernel/first-few.ts';
import type { Output as Answer } from '../../../shared/api/operations.ts';
import type { CommitRecord } from '../../../shared/gate/contract.ts';
import { asData, asExact, asJson } from '../../../shared/kernel/display.ts';

/** Git, a push and a large index take their time. */
export const gitTimeoutMs = 60_000;

/** A command as a person would type it. */
export function shownCommand(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : asJson(word))).join(' ');
}

/** GAT-9: a word for a table; empty where an earlier version wrote it. */
export function verifiedWord(verified: boolean | undefined): string {
  if (verified === undefined) return '';
  return verified ? 'verified' : 'unverified';
}

/** GAT-11, GAT-13: what its run had, and what that left out; empty where neither is known. */
export function testsWord({
  tests: { passed, failed, skipped } = { passed: 0, failed: 0, skipped: 0 },
  left_out: leftOut = [],
}: Pick<CommitRecord, 'tests' | 'left_out'>): string {
  const counts = { passed, failed, skipped, 'left out': leftOut.length };
  return Object.entries(counts)
    .flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
    .join(', ');
}

/** GAT-4: that it was retracted is said also where it was recorded again. */
export function statusWord({
  status,
  retracted_at: retracted,
}: Pick<CommitRecord, 'status' | 'retracted_at'>): string {
  return status === 'recorded' && retracted !== undefined ? 'retracted, recorded again' : status;
}

const unverified = 'Unverified: no daemon read from Git what it touches.';

type Remarkable = Pick<Answer<'confirmReady'>, 'verified' | 'left_out' | 'touched_note'> &
  Pick<Answer<'recordCommit'>, 'tests_note'>;

/** What a person should know about a receipt or a commit beside that it is there, a line each. */
export function remarksOn({
  verified,
  left_out: leftOut = [],
  touched_note: note,
  tests_note: testsNote,
}: Remarkable): string[] {
  const lines = verified === false ? [unverified] : [];
  for (const one of [note, testsNote]) if (one !== undefined) lines.push(asData(one, 1_000));
  if (leftOut.length > 0)
    lines.push(`Not run, though it can affect them: ${firstFew(leftOut, namedFiles, asExact)}.`);
  return lines;
}

const namedFiles = 10;

/** GAT-16: a record is to take its branch to the remote; where there is none, nothing failed. */
export function recordedCode(record: Answer<'recordCommit'> | undefined): 0 | 1 {
  return record?.pushed === false ? 1 : 0;
}

export function recordedLines(record: Answer<'recordCommit'>): string {
  const { commit_sha: sha, workstream, git = '', verified } = record;
  const state = verified === true ? ', verified' : '';
  const first = `Recorded ${sha.slice(0, 12)} on ${workstream}${state}. ${git}`.trim();
  return [first, ...remarksOn(record)].join('\n');
}
