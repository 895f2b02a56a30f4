import type { Output } from '../../../../../../shared/api/operations.ts';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import type { Place } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';

/** WST-3: the plan to complete a workstream, kept up; undefined until it is known. */
export function usePlan(
  { client, live, workspace }: Place,
  slug: string,
): Output<'completeWorkstream'> | Refusal | undefined {
  const id = workspace.value.id;
  return useRecord(
    live,
    {
      read: () => client.call('completeWorkstream', { id, slug }),
      isChangedBy: (event) => {
        if ('task' in event && typeof event.task === 'object')
          return event.task.workstream === slug;
        return event.type === 'file_reserved' || event.type === 'file_released';
      },
    },
    [client, id, slug],
  ).value.value;
}
