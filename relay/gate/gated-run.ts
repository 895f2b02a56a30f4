import type { Attestation, ReceiptKind, TestResult, Vouch } from '../../shared/gate/contract.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Workstream } from '../workstreams/queries.ts';
import type { Touched } from './discovery/affected-tests.ts';

/** A run of the tests on one commit, as a client reports it. */
export interface Run {
  readonly commitSha: string;
  /** Empty when it is not known. */
  readonly tree: string;
  readonly results: readonly TestResult[];
  readonly attestation: Attestation | undefined;
  readonly touched: Touched;
  readonly slug: string | undefined;
  readonly session: string | undefined;
  readonly taskId: string | undefined;
  /** A daemon's word on what is touched (GAT-9). */
  readonly vouch: Vouch | undefined;
  /** Why a daemon does not vouch; undefined when it does, or when there is none. */
  readonly unvouched: string | undefined;
  /** The test files that the commit can affect; undefined when they are not known. */
  readonly affectedTests: readonly string[] | undefined;
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
