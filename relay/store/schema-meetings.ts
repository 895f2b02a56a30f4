/** The tables of meetings and of the work that they lead to. An empty text stands for what is not there. */

export interface MeetingRow {
  id: string;
  workspace_id: string;
  title: string;
  /** `recording`, `processing` or `completed`. */
  status: string;
  /** JSON: names. */
  participants: string;
  /** Whole when the meeting is completed; until then it lies in chunks. */
  transcript: string;
  /** JSON */
  action_items: string;
  /** How what came of it was found. */
  method: string;
  created_by: string;
  created_at: number;
  completed_at: number | null;
}

/** A piece of what was said in a meeting that goes on. */
export interface MeetingChunkRow {
  workspace_id: string;
  meeting_id: string;
  position: number;
  text: string;
}

export interface MeetingDecisionRow {
  workspace_id: string;
  meeting_id: string;
  decision_id: string;
  position: number;
}

export interface WorkPackageRow {
  id: string;
  workspace_id: string;
  meeting_id: string;
  title: string;
  description: string;
  /** JSON: canonical paths. */
  files: string;
  /** A user id. */
  assignee: string;
  /** `open`, `claimed`, `in_progress` or `completed`. */
  status: string;
  /** Its place among those of its meeting. */
  position: number;
  created_at: number;
  updated_at: number;
}

export interface WorkPackageDecisionRow {
  workspace_id: string;
  package_id: string;
  decision_id: string;
  position: number;
}
