import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import { newestFirst, useRecords, type Records } from '../../../state/records.ts';
import { changedBy, fits, type DecisionFilter } from './filter.ts';

const pageSize = 100;

/** DSH-55: the decisions of a filter, the newest first, in pages. */
export function useDecisions(filter: DecisionFilter): Records<DecisionRecord> {
  return useRecords<DecisionRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listDecisions', { id, limit: pageSize, ...filter, before }),
          (answer) => answer.decisions,
        ),
      idOf: (decision) => decision.id,
      changedBy,
      one: (decisionId) => client.call('getDecision', { id, decision_id: decisionId }),
      belongs: (decision) => fits(decision, filter),
      order: newestFirst,
    }),
    [JSON.stringify(filter)],
  );
}
