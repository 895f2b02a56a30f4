import type { Input, JsonOperationName, Output } from '../../shared/api/operations.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { RunGit } from '../../shared/node/git/run.ts';
import type { HookContext } from '../hooks/context.ts';

/** What local interceptors use. */
export interface InterceptorContext {
  readonly hooks: HookContext;
  /** The daemon's own work tree; the repository's others share its branches. */
  readonly workTree: WorkTree;
  readonly git: RunGit;
}

/** Asks the relay, as the caller. */
export type Forward<Name extends JsonOperationName> = (
  input: Input<Name>,
) => Promise<Output<Name> | Refusal>;

/**
 * Carries out an operation of the relay in the daemon's own workspace, and does what only the daemon can do (branches,
 * tests, git) before or after it asks the relay.
 */
export type LocalInterceptor<Name extends JsonOperationName> = (
  context: InterceptorContext,
  input: Input<Name>,
  forward: Forward<Name>,
) => Promise<Output<Name> | Refusal>;
