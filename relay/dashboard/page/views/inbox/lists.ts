import { pageOf } from '../../../../../shared/kernel/pages.ts';
import type { HeldBranch } from '../../../../../shared/branches/contract.ts';
import type { EventType } from '../../../../../shared/contract/events/events.ts';
import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import type { DecisionRecord } from '../../../../../shared/decisions/contract.ts';
import type { GateRun } from '../../../../../shared/gate/runs.ts';
import type { UnreviewedResult } from '../../../../../shared/meetings/review.ts';
import type { NegotiationRecord } from '../../../../../shared/negotiations/contract.ts';
import { idsChangedBy } from '../../state/changed-records.ts';
import type { Source } from '../../state/record.ts';
import type { RecordsOptions } from '../../state/records.ts';
import { branchId } from './model/items.ts';

const limit = 100;

export function negotiationList({ client, id }: Source): RecordsOptions<NegotiationRecord> {
  return {
    list: (before) =>
      pageOf(
        client.call('listNegotiations', { id, status: 'escalated', limit, before }),
        (answer) => answer.negotiations,
      ),
    idOf: (record) => record.id,
    changedBy: 'negotiation',
    one: (negotiation_id) => client.call('getNegotiation', { id, negotiation_id }),
    belongs: ({ status }) => status === 'escalated',
  };
}

export function proposedList({ client, id }: Source): RecordsOptions<DecisionRecord> {
  return {
    list: (before) =>
      pageOf(
        client.call('listDecisions', { id, state: 'proposed', limit, before }),
        (answer) => answer.decisions,
      ),
    idOf: (record) => record.id,
    changedBy: listedOrAfter('decision_proposed'),
    one: (decision_id) => client.call('getDecision', { id, decision_id }),
    belongs: ({ state }) => state === 'proposed',
  };
}

export function staleList({ client, id }: Source): RecordsOptions<DecisionRecord> {
  return {
    list: (before) =>
      pageOf(
        client.call('listStaleDecisions', { id, limit, before }),
        (answer) => answer.decisions,
      ),
    idOf: (record) => record.id,
    // One that was dropped from a meeting is stale again when it is brought back (MTG-8).
    changedBy: listedOrAfter('decision_stale', 'meeting_reviewed'),
    one: (decision_id) => client.call('getDecision', { id, decision_id }),
    belongs: ({ state }) => state === 'stale',
  };
}

export function ruleList({ client, id }: Source): RecordsOptions<ConventionRecord> {
  return {
    list: (before) =>
      pageOf(
        client.call('listConventions', { id, status: 'proposed', limit, before }),
        (answer) => answer.conventions,
      ),
    idOf: (record) => record.id,
    changedBy: 'convention',
  };
}

export function resultList({ client, id }: Source): RecordsOptions<UnreviewedResult> {
  return {
    list: (before) =>
      pageOf(client.call('listUnreviewed', { id, limit, before }), (answer) => answer.results),
    idOf: (record) => `${record.meeting_id}.${record.id}`,
    changedBy: 'meeting',
  };
}

export function runList({ client, id }: Source): RecordsOptions<GateRun> {
  return {
    list: (before) =>
      pageOf(
        client.call('listGateRuns', { id, open: true, limit, before }),
        (answer) => answer.runs,
      ),
    idOf: (record) => record.id,
    changedBy: 'run',
  };
}

export function branchList({ client, id }: Source): RecordsOptions<HeldBranch> {
  return {
    list: (before) =>
      pageOf(client.call('listHeldBranches', { id, limit, before }), (answer) => answer.branches),
    idOf: branchId,
    // Those of who is removed are forgotten.
    changedBy: (event) => [...idsChangedBy(event, 'branch'), ...idsChangedBy(event, 'member')],
  };
}

/** Most decisions never wait here: one that is not in the list is asked for only after the events that can bring it there. */
function listedOrAfter(...types: EventType[]): RecordsOptions<DecisionRecord>['changedBy'] {
  return (event, items) =>
    idsChangedBy(event, 'decision').filter(
      (id) => types.includes(event.type) || items.some((item) => item.id === id),
    );
}
