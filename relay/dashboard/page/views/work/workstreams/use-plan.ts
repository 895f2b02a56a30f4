import type { Output } from '../../../../../../shared/api/operations.ts';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { useRecord } from '../../../state/record.ts';

/** WST-3: the plan to complete a workstream, kept up; undefined until it is known. */
export function usePlan(slug: string): Output<'completeWorkstream'> | Refusal | undefined {
  return useRecord(
    ({ client, id }) => ({
      read: () => client.call('completeWorkstream', { id, slug }),
      isChangedBy: (event) => {
        if ('task' in event && typeof event.task === 'object')
          return event.task.workstream === slug;
        return event.type === 'file_reserved' || event.type === 'file_released';
      },
    }),
    [slug],
  ).value.value;
}
