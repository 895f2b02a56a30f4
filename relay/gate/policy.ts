import type { ReceiptKind } from '../../shared/gate/contract.ts';
import { asData } from '../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { reasonOfGaps } from './test-outcomes/left-out.ts';

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
