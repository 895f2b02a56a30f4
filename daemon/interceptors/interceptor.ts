import type { Client } from '../../shared/api/client.ts';
import type { Input, JsonOperationName, Output } from '../../shared/api/operations.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { AttestationSigner } from '../gate/run/attestation-signer.ts';
import type { LocalModel } from '../models/local-model.ts';
import type { Replica } from '../replica/replica.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';

/** What local interceptors use. */
export interface InterceptorContext {
  /** The daemon's own work tree; the repository's others share its branches. */
  readonly workTree: WorkTree;
  /** The one that the caller stands in, where that is known. */
  readonly standsIn?: WorkTree | undefined;
  readonly git: RunGit;
  readonly replica: Replica;
  readonly workTrees: Pick<WorkTrees, 'indexOf'>;
  readonly clock: Clock;
  /** HOK-6: the one conversation whose shell commands run now in a work tree, by its root. */
  readonly runningIn: (root: string) => ConversationKey | undefined;
  /** Signs what this daemon tells the relay (GAT-6, GAT-9). Throws when its key cannot be read or kept. */
  readonly signer: () => AttestationSigner;
  /** The language model of this machine, which the user has agreed to. */
  readonly localModel: LocalModel;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
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
