import type { Refusal } from '../shared/kernel/refusal.ts';
import type { WorkTree } from '../shared/node/git/repository.ts';

/** What of the daemon's parts starts after it listens. */
export interface BackgroundParts {
  readonly relayConnection: {
    /** Settles soon: when the relay's log is followed to its end, when that fails, or after a bound. */
    readonly firstTry: Promise<void>;
    readonly isStopping: boolean;
    start(): Promise<void>;
    /** From here on it is not connected, and its first try is over. */
    fail(why: unknown): void;
  };
  readonly workTrees: { start(own: WorkTree): void };
  readonly radar: { start(): void };
}

/** Where others find this daemon. */
interface Published {
  start(): Promise<Refusal | undefined>;
}

/**
 * Starts everything that hooks do not wait for, the heaviest modules last. A relay that is away delays nothing, and one that
 * cannot be used keeps nothing else from starting.
 */
export async function startBackground(
  own: WorkTree,
  { relayConnection, workTrees, radar }: BackgroundParts,
  published: Published,
): Promise<void> {
  const refusal = await published.start();
  if (refusal !== undefined) return relayConnection.fail(refusal);
  const connected = relayConnection.start().catch((error: unknown) => relayConnection.fail(error));
  // The first checks wait for that too (OFF-6), and loading the compiler would keep them waiting longer.
  await relayConnection.firstTry;
  if (!relayConnection.isStopping) workTrees.start(own);
  radar.start();
  await connected;
}
