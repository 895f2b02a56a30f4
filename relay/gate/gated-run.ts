import type { Attestation, ReceiptKind, TestResult, Vouch } from '../../shared/gate/contract.ts';
import type { TestCounts } from '../../shared/gate/kinds.ts';
import type { Suite } from '../../shared/gate/suite.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Workstream } from '../workstreams/queries.ts';
import type { Touched } from './discovery/affected-tests.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { WorkstreamStatus } from '../../shared/workstreams/contract.ts';
import { refuseUnlessActive } from '../../shared/workstreams/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SessionRow } from '../store/schema.ts';
import { findWorkstream, slugOfSession } from '../workstreams/access.ts';

/** What a daemon says of a commit that it has read from Git. */
export interface Vouched {
  /** Its word on what is touched (GAT-9). */
  readonly vouch: Vouch | undefined;
  /** Why it does not vouch; undefined when it does, or when there is none. */
  readonly unvouched: string | undefined;
  /** The test files that the commit can affect; undefined when they are not known. */
  readonly affectedTests: readonly string[] | undefined;
  /** Undefined when these are enough. */
  readonly suite: Suite | undefined;
}

/** A run of the tests on one commit, as a client reports it. */
export interface Run extends Vouched {
  readonly commitSha: string;
  /** Empty when it is not known. */
  readonly tree: string;
  readonly results: readonly TestResult[];
  readonly attestation: Attestation | undefined;
  /** What the runner of an attested run printed of its tests; undefined where that is not known. */
  readonly counts: TestCounts | undefined;
  readonly touched: Touched;
  readonly slug: string | undefined;
  readonly session: string | undefined;
  readonly taskId: string | undefined;
}

/** A run with the workstream and session that it belongs to. */
export interface Gated {
  readonly run: Run;
  readonly scope: Scope;
  readonly workstream: Workstream;
  /** Empty when none is named. */
  readonly sessionId: string;
  readonly kind: ReceiptKind;
  readonly verified: boolean;
}

/** What every event of the gate names. */
export function eventOf({ run, scope, workstream, sessionId }: Gated) {
  return {
    workstream: workstream.slug,
    branch: workstream.branch,
    commit: run.commitSha,
    user: scope.caller.name,
    session_id: sessionId,
  };
}

/**
 * The active workstream that is named, or else that of the session (WST-2). NotFound: the caller may not see it. Conflict: it
 * has ended. ValidationError: none is named, and the session is in none.
 */
export async function activeWorkstream(
  { connection }: Transaction,
  scope: Scope,
  { slug, session }: { slug: string | undefined; session: SessionRow | undefined },
): Promise<Workstream | Refusal> {
  const db = connection.kysely;
  const named = slug ?? (await slugOfSession(db, session));
  if (named === undefined) {
    return refuse(
      'ValidationError',
      'workstream_slug is missing, and no session in a workstream is named. workstream_list shows them.',
      { field: 'workstream_slug' },
    );
  }
  const found = await findWorkstream(db, scope, named);
  if (isRefusal(found)) return found;
  const { row } = found;
  return refuseUnlessActive({ slug: row.slug, status: row.status as WorkstreamStatus }) ?? row;
}
