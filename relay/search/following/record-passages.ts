import type { Decision } from '../../decisions/queries.ts';
import type { ConventionRow, LearningRow, MeetingRow, SymbolRow } from '../../store/schema.ts';
import { titleOf } from '../../learnings/title.ts';
import type { Passage } from '../port.ts';

/** A record as the index is given it. */
export function decisionPassage(row: Decision): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'decision',
    title: row.title,
    text: joined(row.rationale, row.files),
    state: row.state,
  };
}

export function conventionPassage(row: ConventionRow): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'convention',
    title: row.title,
    text: joined(row.rationale, row.affected_files),
    state: row.status,
  };
}

export function learningPassage(row: LearningRow): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'learning',
    title: titleOf(row.insight),
    text: joined(joined(row.insight, row.tags), row.files),
  };
}

export function meetingPassage(row: MeetingRow): Passage {
  const items = JSON.parse(row.action_items) as { action: string; state?: string }[];
  const actions = items.filter(({ state }) => state !== 'dropped').map(({ action }) => action);
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'meeting',
    title: row.title,
    text: [...actions, row.transcript.slice(0, maxTranscript)].join('\n'),
    state: row.status,
  };
}

/** The rest of a longer transcript is found by its decisions, which have passages of their own. */
const maxTranscript = 20_000;

export function symbolPassage(row: SymbolRow): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'symbol',
    title: row.name,
    text: `${row.doc}\n${row.signature}`,
  };
}

/** A text and the items of a JSON list. */
function joined(text: string, list: string): string {
  const items = JSON.parse(list) as string[];
  return items.length === 0 ? text : `${text}\n${items.join(' ')}`;
}
