import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { usePlace } from '../../../place/place.ts';
import { useRecords, type Records } from '../../../state/records.ts';
import { changedBy, fits, newestFirst, type DecisionFilter } from './filter.ts';

const pageSize = 100;

/** DSH-55: the decisions of a filter, the newest first, in pages. */
export function useDecisions(filter: DecisionFilter): Records<DecisionRecord> {
  const { client, live, workspace } = usePlace();
  const id = workspace.value.id;
  return useRecords<DecisionRecord>(
    live,
    {
      async list(before) {
        const from = before === undefined ? {} : { before };
        const input = { id, limit: pageSize, ...filter, ...from };
        const page = await client.call('listDecisions', input);
        return isRefusal(page) ? page : { items: page.decisions, next: page.next_cursor };
      },
      idOf: (decision) => decision.id,
      changedBy,
      one: (decisionId) => client.call('getDecision', { id, decision_id: decisionId }),
      belongs: (decision) => fits(decision, filter),
      order: newestFirst,
    },
    [client, id, JSON.stringify(filter)],
  );
}
