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
    /** JSON; without `id`, `sentence` and `state` in meetings of earlier versions. */
    action_items: text(),
    /** How what came of it was found. */
    method: text(),
    created_by: text().references('users'),
    created_at: integer(),
    completed_at: integer().null(),
    /** `YYYY-MM-DD`: the day of the meeting, from which deadlines count (MTG-5); null in meetings of earlier versions. */
    held_on: text().null(),
    /** JSON: what waits for somebody to confirm it before it counts (MTG-12), and what of it was dropped. */
    suggestions: text().default('[]'),
    /** JSON: sentences for people about how it was read. */
    notices: text().default('[]'),
    /** A digest of the reading that was handed in last (MTG-15); empty without one. */
    read_digest: text().default(''),
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
    /** What its sender calls the piece (MTG-24); empty without a name. */
    piece: text().default(''),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'position'],
  },
);

/** MTG-22: the meetings that are not completed, and when something was last heard of each. */
export const liveMeetings = table('live_meetings', {
  meeting_id: text().primaryKey(),
  workspace_id: text(),
  heard_at: integer(),
});

export const meetingDecisions = table(
  'meeting_decisions',
  {
    workspace_id: text(),
    meeting_id: text(),
    decision_id: text(),
    position: integer(),
    /** Where it came from (MTG-7); empty when it is not known. */
    sentence: text().default(''),
    /** `found`, `confirmed` or `dropped` (MTG-8); empty in meetings of earlier versions. */
    state: text().default(''),
    /** Of the built-in reader, in thousandths; null where it was read otherwise. */
    confidence: integer().null(),
    /** Who reviewed it last, by name, and when; empty and null until somebody has. */
    reviewed_by: text().default(''),
    reviewed_at: integer().null(),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'decision_id'],
  },
);

/** MTG-9: the results and suggestions of meetings that wait for a person. What is confirmed or dropped has no row. */
export const unreviewedResults = table(
  'unreviewed_results',
  {
    workspace_id: text(),
    /** When the meeting was completed. */
    created_at: integer(),
    meeting_id: text(),
    /** Its place in the meeting: decisions first. */
    position: integer(),
    result_id: text(),
    /** `decision` or `action`. */
    kind: text(),
    /** 1: a suggestion, which counts only when it is confirmed (MTG-12). */
    is_suggestion: integer().default('0'),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'result_id'],
    indexes: {
      unreviewed_results_newest: { on: ['workspace_id', 'created_at', 'meeting_id', 'position'] },
    },
  },
);
