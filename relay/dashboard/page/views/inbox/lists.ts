import { pageOf } from '../../../../../shared/kernel/pages.ts';
import type { HeldBranch } from '../../../../../shared/branches/contract.ts';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import type { DecisionRecord } from '../../../../../shared/decisions/contract.ts';
import type { GateRun } from '../../../../../shared/gate/runs.ts';
import type { UnreviewedResult } from '../../../../../shared/meetings/review.ts';
import type { NegotiationRecord } from '../../../../../shared/negotiations/contract.ts';
import type { Source } from '../../state/record.ts';
import type { RecordsOptions } from '../../state/records.ts';
import { branchId } from './model/items.ts';

const limit = 100;
const nothing: readonly string[] = [];

export function negotiationList({ client, id }: Source): RecordsOptions<NegotiationRecord> {
  return {
    list: (before) =>
      pageOf(
        client.call('listNegotiations', { id, status: 'escalated', limit, before }),
        (answer) => answer.negotiations,
      ),
    idOf: (record) => record.id,
    changedBy: (event) =>
      event.type === 'negotiation_escalated' || event.type === 'negotiation_ended'
        ? [event.negotiation_id]
        : nothing,
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
    changedBy: (event, items) => {
      if (event.type === 'decision_proposed') return idsIn(event);
      return known(decisionIn(event), items);
    },
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
    changedBy: (event, items) => {
      if (event.type === 'decision_stale') return idsIn(event);
      // A dropped decision of a meeting ends, and is stale again when it is brought back (MTG-8).
      if (event.type === 'meeting_reviewed')
        return event.result.kind === 'decision' ? [event.result.id] : nothing;
      if (event.type === 'meeting_read') return event.replaced;
      return known(decisionIn(event), items);
    },
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
    changedBy: (event) =>
      event.type === 'convention_proposed' ||
      event.type === 'convention_changed' ||
      event.type === 'convention_retired'
        ? [event.convention.id]
        : nothing,
  };
}

export function resultList({ client, id }: Source): RecordsOptions<UnreviewedResult> {
  return {
    list: (before) =>
      pageOf(client.call('listUnreviewed', { id, limit, before }), (answer) => answer.results),
    idOf: (record) => `${record.meeting_id}.${record.id}`,
    changedBy: (event) =>
      event.type === 'meeting_reviewed' ||
      event.type === 'meeting_read' ||
      event.type === 'meeting_completed'
        ? [event.meeting.id]
        : nothing,
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
    changedBy: (event) =>
      event.type === 'gate_failed' ||
      event.type === 'gate_confirmed' ||
      event.type === 'gate_dismissed' ||
      event.type === 'gate_retracted'
        ? [event.workstream]
        : event.type === 'workstream_ended' || event.type === 'workstream_changed'
          ? [event.workstream.slug]
          : nothing,
  };
}

export function branchList({ client, id }: Source): RecordsOptions<HeldBranch> {
  return {
    list: (before) =>
      pageOf(client.call('listHeldBranches', { id, limit, before }), (answer) => answer.branches),
    idOf: branchId,
    changedBy: (event) =>
      event.type === 'branch_held' || event.type === 'branch_moved'
        ? [event.branch]
        : event.type === 'workstream_ended'
          ? [event.workstream.branch]
          : event.type === 'member_removed'
            ? [event.user_id]
            : nothing,
  };
}

function decisionIn(event: LogEvent): readonly string[] {
  switch (event.type) {
    case 'decision_recorded':
    case 'decision_stale_again':
    case 'decision_reaffirmed':
    case 'decision_superseded':
    case 'decision_declined':
      return idsIn(event);
    default:
      return nothing;
  }
}

function idsIn({ decision: { id } }: { decision: { id?: string | undefined } }): readonly string[] {
  return id === undefined ? nothing : [id];
}

function known(ids: readonly string[], items: readonly DecisionRecord[]): readonly string[] {
  return ids.filter((id) => items.some((item) => item.id === id));
}
