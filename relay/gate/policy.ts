import type { ReceiptKind } from '../../shared/gate/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

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
export function refuseUnverified(settings: GateSettings, verified: boolean): Refusal | undefined {
  const advice = unverifiedAdvice(settings, verified);
  return advice === undefined ? undefined : refuse('Conflict', advice);
}

/** What to do before the commit can be recorded; undefined when nothing is to be done. */
export function unverifiedAdvice({ policy }: GateSettings, verified: boolean): string | undefined {
  if (verified || policy === 'reported') return undefined;
  return 'This workspace records only verified commits, whose files a daemon has read from Git. Fetch the commit in a repository that has a daemon and record it there: `coord gate record COMMIT`.';
}
