import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { backoffMs } from '../../shared/node/time/backoff.ts';
import type { BranchReports } from './branch-reports.ts';
import type { Follower } from './follower.ts';

export interface Patience {
  readonly stop: AbortSignal;
  /** A failure that may pass; it is tried again. */
  onFailure(message: string): void;
}

const pauses = { firstMs: 250, maxMs: 5_000 };

/** Asks again, with longer and longer pauses, until there is an answer; undefined where none was wanted any more. */
export async function untilAnswered<T>(
  ask: () => Promise<T | Refusal>,
  { stop, onFailure }: Patience,
): Promise<T | undefined> {
  for (let failures = 1; !stop.aborted; failures += 1) {
    const answer = await ask();
    if (!isRefusal(answer)) return answer;
    if (stop.aborted) break;
    onFailure(answer.message);
    await pauseUnless(stop, backoffMs(failures, pauses));
  }
  return undefined;
}

interface LookedAgain {
  readonly follower: Pick<Follower, 'lookAgain'>;
  readonly branchReports: Pick<BranchReports, 'flush'>;
}

/** What stood in the way may be gone: committed, stashed, merged. One failed look, as on a full disk, is not the last. */
export async function keepLooking(
  { follower, branchReports }: LookedAgain,
  everyMs: number,
  { stop, onFailure }: Patience,
): Promise<void> {
  for (;;) {
    await pauseUnless(stop, everyMs);
    if (stop.aborted) return;
    await follower.lookAgain().catch((error: unknown) => onFailure(messageOf(error)));
    await branchReports.flush();
  }
}

function messageOf(error: unknown): string {
  return `A branch could not be looked at (${error instanceof Error ? error.message : String(error)}).`;
}

function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  return pause(ms, undefined, { signal }).catch(() => undefined);
}
