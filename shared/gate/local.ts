import type { Output } from '../api/operations.ts';

/** Routes of the daemon alone, for `coord gate`; no part of the public interface. */
export const gateRunPath = '/gate/run';
export const gateCommandPath = '/gate/command';

/** The longest that a run may take, in milliseconds. */
export const maxRunMs = 24 * 60 * 60_000;

/** What the daemon answers about the command of the gate. */
export interface GateCommandState {
  /** What the person keeps. */
  readonly command: readonly string[] | null;
  /** What the repository proposes. */
  readonly proposed: readonly string[] | null;
  readonly trusted: boolean;
  /** Why the proposal cannot be read. */
  readonly problem?: string;
  /** Git's settings that the repository brings along, and that are not used before they are confirmed (GIT-3). */
  readonly withheld: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** One line of the answer of a run. The last is `result` or `refused`. */
export type GateRunLine =
  | {
      readonly type: 'started';
      readonly commit_sha: string;
      readonly workstream: string;
      readonly command: readonly string[];
      readonly checkout_ms: number;
      readonly notes: readonly string[];
    }
  | { readonly type: 'output'; readonly text: string }
  | {
      readonly type: 'ended';
      readonly exit_code: number;
      readonly overdue: boolean;
      readonly duration_ms: number;
      /** Where the end of the output is, of a run that failed. */
      readonly output_file?: string;
    }
  | {
      readonly type: 'result';
      readonly answer: Output<'confirmReady'>;
      readonly workstream: string;
      /** The session that the run acted for, where there is one (GAT-15). */
      readonly session_id?: string;
      /** What stands against recording the commit, of a run that is not to record it (GAT-15). */
      readonly against_record?: string;
    }
  | { readonly type: 'refused'; readonly error: string; readonly message: string };
