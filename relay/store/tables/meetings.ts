import { integer, table, text } from './table.ts';

export const meetings = table(
  'meetings',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    title: text(),
    /** `recording`, `processing` or `completed`. */
    status: text(),
    /** JSON: names. */
    participants: text(),
    /** Whole when the meeting is completed; until then it lies in chunks. */
    transcript: text(),
    /** JSON */
    action_items: text(),
    /** How what came of it was found. */
    method: text(),
    created_by: text().references('users'),
    created_at: integer(),
    completed_at: integer().null(),
    /** `YYYY-MM-DD`: the day of the meeting, from which deadlines count (MTG-5); null in meetings of earlier versions. */
    held_on: text().null(),
  },
  {
    indexes: {
      meetings_newest: { on: ['workspace_id', 'created_at', 'id'] },
    },
  },
);

/** A piece of what was said in a meeting that goes on. */
export const meetingChunks = table(
  'meeting_chunks',
  {
    workspace_id: text(),
    meeting_id: text(),
    position: integer(),
    text: text(),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'position'],
  },
);

export const meetingDecisions = table(
  'meeting_decisions',
  {
    workspace_id: text(),
    meeting_id: text(),
    decision_id: text(),
    position: integer(),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'decision_id'],
  },
);
