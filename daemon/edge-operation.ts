import type { Input, JsonOperationName, Output } from '../shared/api/operations.ts';
import type { Refusal } from '../shared/kernel/refusal.ts';
import type { WorkTree } from '../shared/node/git/repository.ts';
import type { RunGit } from '../shared/node/git/run.ts';
import type { HookContext } from './hooks/context.ts';

/** What an operation works with that the daemon adds something to. */
export interface EdgeContext {
  readonly hooks: HookContext;
  /** The daemon's own work tree; the repository's others share its branches. */
  readonly workTree: WorkTree;
  readonly git: RunGit;
}

/** Asks the relay, as the caller. */
export type Forward<Name extends JsonOperationName> = (
  input: Input<Name>,
) => Promise<Output<Name> | Refusal>;

/** An operation of the daemon's own workspace: does what only the daemon can, before or after the relay answers. */
export type EdgeOperation<Name extends JsonOperationName> = (
  context: EdgeContext,
  input: Input<Name>,
  forward: Forward<Name>,
) => Promise<Output<Name> | Refusal>;
