import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { BlockerList } from './blocker-list.tsx';

/** WST-3: what keeps the workstream from being completed, in the words of its plan. */
export function StillOpen({ workstream: { slug } }: { readonly workstream: WorkstreamRecord }) {
  const { client, live, workspace, href } = usePlace();
  const id = workspace.value.id;
  const read = () => client.call('completeWorkstream', { id, slug });
  const plan = useRecord(
    live,
    {
      read,
      isChangedBy: (event) => {
        if ('task' in event && typeof event.task === 'object')
          return event.task.workstream === slug;
        return event.type === 'file_reserved' || event.type === 'file_released';
      },
    },
    [client, id, slug],
  ).value.value;
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
        <BlockerList sentences={plan.blockers} toTask={(task) => href('work', 'tasks', task)} />
      )}
    </section>
  );
}
