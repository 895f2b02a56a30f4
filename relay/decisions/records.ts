import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
  DecisionRecord,
  DecisionState,
  DecisionType,
  RecordedDecision,
  StaleChange,
} from '../../shared/decisions/contract.ts';
import type { DecisionLinkRow, DecisionRow } from '../store/schema.ts';
import type { Decision } from './queries.ts';

/** The record that `recordDecision` answers; the interface fixes its keys. */
export function toRecorded(row: DecisionRow): RecordedDecision {
  return {
    id: row.id,
    title: row.title,
    rationale: row.rationale,
    type: row.type as DecisionType,
    made_by: row.made_by,
    workspace_id: row.workspace_id,
    files: filesIn(row),
    created_at: toTimestamp(row.created_at),
  };
}

export function filesIn({ files }: Pick<DecisionRow, 'files'>): string[] {
  return JSON.parse(files) as string[];
}

/** The full record of a decision. `links` may include those of other decisions. */
export function toDecision(row: Decision, links: readonly DecisionLinkRow[]): DecisionRecord {
  const own = links.filter((link) => link.decision_id === row.id);
  return {
    ...toRecorded(row),
    made_by_name: row.made_by_name,
    decision_type: row.type as DecisionType,
    state: row.state as DecisionState,
    is_stale: row.state === 'stale',
    symbols: own.map(({ symbol }) => symbol),
    stale_symbol: row.stale_symbol ?? undefined,
    stale_since: row.stale_since === null ? undefined : toTimestamp(row.stale_since),
    stale_change:
      row.stale_change === null ? undefined : (JSON.parse(row.stale_change) as StaleChange),
    supersedes: row.supersedes ?? undefined,
    superseded_by: row.superseded_by ?? undefined,
    reaffirmed_by: row.reaffirmed_by ?? undefined,
    reaffirmed_at: row.reaffirmed_at === null ? undefined : toTimestamp(row.reaffirmed_at),
    proposed_by: row.proposed_by ?? undefined,
    proposed_by_name: row.proposed_by_name ?? undefined,
    accepted_by: row.accepted_by ?? undefined,
    accepted_at: row.accepted_at === null ? undefined : toTimestamp(row.accepted_at),
    note: row.note === '' ? undefined : row.note,
    affected_areas: JSON.parse(row.areas) as string[],
    ...isUnconfirmed(row),
    graph_version: row.graph_version,
  };
}

/** MTG-18: the mark of a decision that nobody has confirmed. */
export function isUnconfirmed({ unconfirmed }: Pick<DecisionRow, 'unconfirmed'>): {
  unconfirmed?: true;
} {
  return unconfirmed === 1 ? { unconfirmed: true } : {};
}
