import { firstFew } from '../../shared/kernel/first-few.ts';
import type { ReceiptKind, TestResult } from '../../shared/gate/contract.ts';
import { asData, shownId, shownUser } from '../../shared/kernel/display.ts';
import { refuse, type Refusal, isRefusal } from '../../shared/kernel/refusal.ts';
import { clockSlackMs } from '../../shared/kernel/clock.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';

/** How a workspace wants its commits (GAT-10). */
export interface GateSettings {
  /** `reported`, `verified` or `attested`, each with what stands before it. */
  readonly policy: string;
  /** GAT-11: whether a run may leave out tests that its commit can affect. */
  readonly allowsGaps: boolean;
}

/** GAT-6, GAT-10: the Conflict when the run is not of the kind that the workspace wants. */
export function refuseKind({ policy }: GateSettings, kind: string): Refusal | undefined {
  if (policy !== 'attested' || kind === ('attested' satisfies ReceiptKind)) return undefined;
  return refuse(
    'Conflict',
    'This workspace wants an attested run: let the daemon run the tests with `coord gate run`.',
  );
}

/** GAT-10: the Conflict when nobody vouches for the files of the commit and the workspace wants it. */
export function refuseUnverified(
  settings: GateSettings,
  commit: { readonly verified: boolean; readonly unvouched: string | undefined },
): Refusal | undefined {
  const advice = unverifiedAdvice(settings, commit);
  return advice === undefined ? undefined : refuse('Conflict', advice);
}

/**
 * What to do before the commit can be recorded; undefined when nothing is to be done. `unvouched` is what a daemon says of why
 * it does not vouch.
 */
export function unverifiedAdvice(
  { policy }: GateSettings,
  { verified, unvouched }: { readonly verified: boolean; readonly unvouched: string | undefined },
): string | undefined {
  if (verified || policy === 'reported') return undefined;
  const advice = unvouched === undefined ? fetchFirst : asData(unvouched, 600);
  return `This workspace records only verified commits, whose files a daemon has read from Git. ${advice}`;
}

const fetchFirst =
  'Fetch the commit in a repository that has a daemon and record it there: `coord gate record COMMIT`.';

/** GAT-11: the Conflict when tests that the commit can affect were not run, and the workspace allows no gaps. */
export function refuseGaps(
  { allowsGaps }: GateSettings,
  leftOut: readonly string[],
): Refusal | undefined {
  if (allowsGaps || leftOut.length === 0) return undefined;
  return refuse('Conflict', `The commit was not recorded. ${reasonOfGaps(leftOut)}`);
}

/** The fields of a receipt that decide whether it may be used. `tree` is empty when it is not known. */
export interface Receipt {
  readonly workstream: string;
  readonly commitSha: string;
  readonly tree: string;
  readonly status: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Use {
  readonly commitSha: string;
  readonly tree: string;
  /** Undefined when the caller named none: then the receipt's own counts. */
  readonly workstream: string | undefined;
}

/** GAT-1, GAT-2: the Conflict when this receipt cannot record this commit; undefined when it can. */
export function refuseUse(receipt: Receipt, use: Use, nowMs: number): Refusal | undefined {
  const ended = refuseEnded(receipt, nowMs);
  if (ended !== undefined) return ended;
  if (use.workstream !== undefined && use.workstream !== receipt.workstream) {
    const { workstream } = receipt;
    return conflict(`This receipt is for the workstream ${workstream}, not for ${use.workstream}.`);
  }
  if (use.commitSha !== receipt.commitSha) return otherCommit(receipt, use);
  const isOtherTree = use.tree !== '' && receipt.tree !== '' && use.tree !== receipt.tree;
  return isOtherTree
    ? conflict('This receipt is for other contents of that commit: the trees differ.')
    : undefined;
}

/** The Conflict when the receipt is used, retracted, expired or of a time to come (RSV-19); undefined while it is valid. */
export function refuseEnded(
  { status, createdAt, expiresAt }: Receipt,
  nowMs: number,
): Refusal | undefined {
  if (status === 'used') {
    return conflict('This receipt was used already. A receipt records one commit once.');
  }
  if (status === 'retracted') return conflict('This receipt was retracted. Run the gate again.');
  const isOutside = expiresAt <= nowMs || createdAt > nowMs + clockSlackMs;
  return isOutside ? conflict('This receipt has ended. Run the gate again.') : undefined;
}

/** GAT-4: the Conflict when the commit was retracted after the run that the receipt was given for; each by its seq. */
export function refuseRetracted(
  { commitSha, workstream }: Pick<Receipt, 'commitSha' | 'workstream'>,
  { givenSeq, retractedSeq }: { readonly givenSeq: number; readonly retractedSeq: number | null },
): Refusal | undefined {
  if (retractedSeq === null || givenSeq > retractedSeq) return undefined;
  return conflict(
    `${short(commitSha)} was retracted on ${workstream} after this run of its tests. Run the gate again.`,
  );
}

/** GAT-4: what is said where it is recorded all the same. */
export const recordedAgain =
  'This commit was retracted before: it is recorded again, by a run that passed after that, and the branches of the team follow it.';

/** GAT-2: the Conflict when the commit failed after the run that the receipt was given for. */
export function refuseFailed(
  { commitSha }: Pick<Receipt, 'commitSha'>,
  failure:
    { readonly id: string; readonly user: string; readonly file: string | undefined } | undefined,
): Refusal | undefined {
  if (failure === undefined) return undefined;
  const { id, user, file } = failure;
  const what = file === undefined ? '' : `: ${shownId(file)}`;
  return conflict(
    `${short(commitSha)} failed in a later run of its tests (${id} of ${shownUser(user)}${what}), so this receipt opens nothing. Run them again with coord gate run or confirm_ready: where they pass, there is a new receipt.`,
  );
}

/** The Conflict for a receipt that is for another commit. */
export function otherCommit(
  { commitSha, tree }: Pick<Receipt, 'commitSha' | 'tree'>,
  use: Pick<Use, 'commitSha' | 'tree'>,
): Refusal {
  if (tree !== '' && tree === use.tree) {
    return conflict(
      `This receipt is for ${short(commitSha)}. ${short(use.commitSha)} has the same tree but is another commit (amended, or with another parent): run the gate for it.`,
    );
  }
  return conflict(
    `This receipt is for the commit ${short(commitSha)}, not for ${short(use.commitSha)}.`,
  );
}

function conflict(message: string): Refusal {
  return refuse('Conflict', message);
}

export function short(commitSha: string): string {
  return commitSha.slice(0, 12);
}

type Results = readonly Pick<TestResult, 'test_file' | 'status'>[];

/**
 * GAT-11: those of the affected test files that no executed result names. What was only skipped has not been run. An absolute path
 * counts for the file that it ends with: where the repository lies is not known here.
 */
export function leftOutOf(affected: readonly string[], results: Results): string[] {
  return notAmong(affected, executedFiles(results));
}

/** The files that the executed results name, each once and as they name them. */
export function executedFiles(results: Results): string[] {
  return [
    ...new Set(
      results.filter(({ status }) => status !== 'skipped').map(({ test_file: file }) => file),
    ),
  ];
}

/** GAT-11: the affected test files that are not among the executed ones. */
export function notAmong(affected: readonly string[], executed: readonly string[]): string[] {
  const run = new Set(executed.flatMap(keysOf));
  return affected.filter((path) => !run.has(pathKey(path)));
}

const absolute = /^(file:\/\/|[/\\]|[A-Za-z]:[/\\])/;

function keysOf(file: string): string[] {
  if (!absolute.test(file)) {
    const path = canonicalPath(file);
    return isRefusal(path) ? [] : [pathKey(path)];
  }
  const parts = file
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '');
  return parts.map((_, at) => pathKey(parts.slice(at).join('/')));
}

const named = 10;

/** The first of the paths, and how many more there are. */
export function shownFiles(paths: readonly string[]): string {
  return firstFew(paths, named, (path) => shownId(path));
}

/** What to run, in one sentence. */
export function reasonOfGaps(leftOut: readonly string[]): string {
  const files =
    leftOut.length > named ? `${shownFiles(leftOut)} (left_out has all)` : shownFiles(leftOut);
  const isOne = leftOut.length === 1;
  const what = isOne ? 'A test file' : `${leftOut.length} test files`;
  return `${what} that the commit can affect ${isOne ? 'was' : 'were'} not run: ${files}. Run ${isOne ? 'it' : 'them'} too, and call confirm_ready again with the results of all.`;
}
