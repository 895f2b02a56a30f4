import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { BlockerList } from './blocker-list.tsx';
import { usePlan } from './use-plan.ts';

/** WST-3: what keeps the workstream from being completed, in the words of its plan. */
export function StillOpen({ workstream: { slug } }: { readonly workstream: WorkstreamRecord }) {
  const plan = usePlan(slug);
  return (
    <section aria-labelledby="work-blockers">
      <h2 id="work-blockers">Open before it can end</h2>
      {plan === undefined ? (
        <p class="faint">…</p>
      ) : isRefusal(plan) ? (
        <p class="quiet">{plan.message}</p>
      ) : plan.blockers.length === 0 ? (
        <p class="quiet">Nothing stands against it: it can be completed with its pull request.</p>
      ) : (
        <BlockerList sentences={plan.blockers} />
      )}
    </section>
  );
}
