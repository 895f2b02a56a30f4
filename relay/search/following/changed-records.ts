import { knowledgeEventTypes, type LogEvent } from '../../../shared/contract/events/events.ts';

/** The ids of records to read again, and the symbols that are gone. */
export interface ChangedRecords {
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
