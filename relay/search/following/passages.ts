import { knowledgeEventTypes, type LogEvent } from '../../../shared/contract/events/events.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import { selectConventionsAfter, selectConventionsById } from '../../conventions/queries.ts';
import {
  selectDecisionsAfter,
  selectDecisionsById,
  type Decision,
} from '../../decisions/queries.ts';
import { selectLearningsAfter, selectLearningsById } from '../../learnings/queries.ts';
import {
  selectMeetingsAfter,
  selectMeetingsById,
  type SearchedMeeting,
} from '../../meetings/queries.ts';
import { selectSymbolsAfter, selectSymbolsOfFiles } from '../../symbol-graph/queries.ts';
import type { Passage } from '../port.ts';
import type { Db, ConventionRow, LearningRow, SymbolRow } from '../../store/schema.ts';
import { titleOf } from '../../learnings/title.ts';

/** The ids of records to read again, and the symbols that are gone. */
interface ChangedRecords {
  readonly decisions: readonly string[];
  readonly conventions: readonly string[];
  readonly learnings: readonly string[];
  readonly meetings: readonly string[];
  /** Paths of files whose symbols changed. */
  readonly files: readonly string[];
  /** Symbol ids. */
  readonly removed: readonly string[];
}

const relevant: ReadonlySet<LogEvent['type']> = new Set([
  ...knowledgeEventTypes,
  'decision_proposed',
  'decision_declined',
  'meeting_completed',
  'graph_changed',
]);

/** Whether an event is about a record that the index has. */
export function isRelevant({ type }: LogEvent): boolean {
  return relevant.has(type);
}

/** The records that the events are about, each once. */
export function changedRecords(events: readonly LogEvent[]): ChangedRecords {
  const decisions = new Set<string>();
  const conventions = new Set<string>();
  const learnings = new Set<string>();
  const meetings = new Set<string>();
  const files = new Set<string>();
  const removed = new Set<string>();
  for (const event of events) {
    if ('decision' in event && event.decision.id !== undefined) decisions.add(event.decision.id);
    if ('convention' in event && event.type !== 'conflict_detected')
      conventions.add(event.convention.id);
    if ('learning' in event) learnings.add(event.learning.id);
    if (event.type === 'meeting_completed') meetings.add(event.meeting.id);
    if (event.type === 'meeting_read') {
      meetings.add(event.meeting.id);
      for (const id of event.replaced) decisions.add(id);
    }
    if (event.type === 'meeting_reviewed') {
      const { kind, id } = event.result;
      if (kind === 'decision') decisions.add(id);
      else meetings.add(event.meeting.id);
    }
    if (event.type !== 'graph_changed') continue;
    for (const id of event.removed) removed.add(id);
    for (const file of event.files) files.add(file);
  }
  return {
    decisions: [...decisions],
    conventions: [...conventions],
    learnings: [...learnings],
    meetings: [...meetings],
    files: [...files],
    removed: [...removed],
  };
}

type Pages = AsyncGenerator<readonly Passage[], void>;

const pageSize = 500;
const filesAtOnce = 50;
/** Their transcripts may have millions of characters, which are read to get at the beginning. */
const meetingsAtOnce = 10;

/** The passages of all records of a workspace, in pages of at most 500. */
export async function* allPassages(db: Db, workspaceId: string): Pages {
  yield* pages((page) => selectDecisionsAfter(db, workspaceId, page), decisionPassage, idOf);
  yield* pages((page) => selectConventionsAfter(db, workspaceId, page), conventionPassage, idOf);
  yield* pages((page) => selectLearningsAfter(db, workspaceId, page), learningPassage, idOf);
  const meetings: Load<SearchedMeeting> = (page) => selectMeetingsAfter(db, workspaceId, page);
  yield* pages(meetings, meetingPassage, idOf, meetingsAtOnce);
  yield* pages((page) => selectSymbolsAfter(db, workspaceId, page), symbolPassage, keyOf);
}

/** The passages of the records that changed, as the records are now. */
export async function* passagesOf(db: Db, workspaceId: string, changed: ChangedRecords): Pages {
  const { decisions, conventions, learnings, meetings, files } = changed;
  const passages = [
    ...(await selectDecisionsById(db, workspaceId, decisions)).map(decisionPassage),
    ...(await selectConventionsById(db, workspaceId, conventions)).map(conventionPassage),
    ...(await selectLearningsById(db, workspaceId, learnings)).map(learningPassage),
  ];
  if (passages.length > 0) yield passages;
  for (let at = 0; at < meetings.length; at += meetingsAtOnce) {
    const ids = meetings.slice(at, at + meetingsAtOnce);
    const found = await selectMeetingsById(db, workspaceId, ids);
    if (found.length > 0) yield found.map(meetingPassage);
  }
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const fileKeys = files.slice(at, at + filesAtOnce).map(pathKey);
    const symbols = await selectSymbolsOfFiles(db, workspaceId, fileKeys);
    if (symbols.length > 0) yield symbols.map(symbolPassage);
  }
}

type Load<Row> = (page: { after: string; limit: number }) => Promise<Row[]>;

async function* pages<Row>(
  load: Load<Row>,
  toPassage: (row: Row) => Passage,
  positionOf: (row: Row) => string,
  limit = pageSize,
): Pages {
  for (let after = ''; ;) {
    const rows = await load({ after, limit });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toPassage);
    after = positionOf(last);
  }
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

/** A record as the index is given it. */
function decisionPassage(row: Decision): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'decision',
    title: row.title,
    text: joined(row.rationale, row.files),
    state: row.state,
  };
}

function conventionPassage(row: ConventionRow): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'convention',
    title: row.title,
    text: joined(row.rationale, row.affected_files),
    state: row.status,
  };
}

function learningPassage(row: LearningRow): Passage {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'learning',
    title: titleOf(row.insight),
    text: joined(joined(row.insight, row.tags), row.files),
  };
}

function meetingPassage(row: SearchedMeeting): Passage {
  const items = JSON.parse(row.action_items) as { action: string; state?: string }[];
  const actions = items.filter(({ state }) => state !== 'dropped').map(({ action }) => action);
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    kind: 'meeting',
    title: row.title,
    text: [...actions, row.transcript].join('\n'),
    state: row.status,
  };
}

function symbolPassage(row: SymbolRow): Passage {
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
