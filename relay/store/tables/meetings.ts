import { integer, table, text } from './table.ts';

export const meetings = table(
  'meetings',
  '0004_meetings',
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
    held_on: text().null().since('0011_meeting_days'),
    /** JSON: what waits for somebody to confirm it before it counts (MTG-12), and what of it was dropped. */
    suggestions: text().default('[]').since('0018_suggestions'),
    /** JSON: sentences for people about how it was read. */
    notices: text().default('[]').since('0018_suggestions'),
    /** A digest of the reading that was handed in last (MTG-15); empty without one. */
    read_digest: text().default('').since('0019_readings'),
    /** JSON: who speaks from which lines of the transcript on, as it was read; empty in meetings of earlier versions. */
    speakers: text().default('[]').since('0029_speakers_of_meetings'),
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
  '0004_meetings',
  {
    workspace_id: text(),
    meeting_id: text(),
    position: integer(),
    text: text(),
    /** What its sender calls the piece (MTG-24); empty without a name. */
    piece: text().default('').since('0021_live_meetings'),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'position'],
  },
);

/** MTG-22: the meetings that are not completed, and when something was last heard of each. */
export const liveMeetings = table('live_meetings', '0021_live_meetings', {
  meeting_id: text().primaryKey(),
  workspace_id: text(),
  heard_at: integer(),
  /** How long its pieces of text are together, each with its line break. */
  characters: integer().default('0').since('0028_sizes_of_meetings'),
});

export const meetingDecisions = table(
  'meeting_decisions',
  '0004_meetings',
  {
    workspace_id: text(),
    meeting_id: text(),
    decision_id: text(),
    position: integer(),
    /** Where it came from (MTG-7); empty when it is not known. */
    sentence: text().default('').since('0016_meeting_reviews'),
    /** `found`, `confirmed` or `dropped` (MTG-8); empty in meetings of earlier versions. */
    state: text().default('').since('0016_meeting_reviews'),
    /** Of the built-in reader, in thousandths; null where it was read otherwise. */
    confidence: integer().null().since('0018_suggestions'),
    /** Who reviewed it last, by name, and when; empty and null until somebody has. */
    reviewed_by: text().default('').since('0018_suggestions'),
    reviewed_at: integer().null().since('0018_suggestions'),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'decision_id'],
  },
);

/** MTG-9: the results and suggestions of meetings that wait for a person. What is confirmed or dropped has no row. */
export const unreviewedResults = table(
  'unreviewed_results',
  '0016_meeting_reviews',
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
    is_suggestion: integer().default('0').since('0018_suggestions'),
  },
  {
    primaryKey: ['workspace_id', 'meeting_id', 'result_id'],
    indexes: {
      unreviewed_results_newest: { on: ['workspace_id', 'created_at', 'meeting_id', 'position'] },
    },
  },
);
