/** The tables of how agents work together. An empty text stands for what is not there. */

export interface WorkstreamRow {
  workspace_id: string;
  slug: string;
  title: string;
  description: string;
  branch: string;
  base_branch: string;
  /** `team` or `private`. */
  visibility: string;
  /** `active`, `completed` or `abandoned`. */
  status: string;
  created_by: string;
  created_at: number;
  ended_at: number | null;
  ended_by: string | null;
  reason: string;
  pr_url: string;
}

export interface WorkstreamMemberRow {
  workspace_id: string;
  slug: string;
  user_id: string;
  /** Empty when a person joined without a session. */
  session_id: string;
  joined_at: number;
}

export interface TaskRow {
  id: string;
  workspace_id: string;
  /** A slug. */
  workstream: string;
  title: string;
  description: string;
  /** `todo`, `in_progress`, `blocked`, `done` or `cancelled`. */
  status: string;
  assignee_session: string;
  /** Whose session that is, or the person who works on it without one. */
  assignee_user: string;
  /** JSON, whatever the caller gave. */
  context: string;
  created_by: string;
  created_by_session: string;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  ended_at: number | null;
}

export interface TaskPrerequisiteRow {
  workspace_id: string;
  task_id: string;
  depends_on: string;
}

export interface NegotiationRow {
  id: string;
  workspace_id: string;
  file_path: string;
  path_key: string;
  /** JSON: names of symbols; `*` for the whole file. */
  symbols: string;
  initiator_session: string;
  counterparty_session: string;
  rationale: string;
  /** `open`, `resolved`, `escalated` or `expired`. */
  status: string;
  /** How it ended. */
  outcome: string;
  /** `counterparty`, `initiator`, `person`; empty when it has ended. */
  waiting_for: string;
  /** How many turns were taken. */
  turns: number;
  max_turns: number;
  /** How long each answer may take. */
  deadline_ms: number;
  deadline_at: number;
  /** JSON: who got which ids. */
  split: string;
  /** The seq of the event that opened it: which came first. */
  place: number;
  created_at: number;
  ended_at: number | null;
  /** A user id, or empty when time ended it. */
  ended_by: string;
}

export interface NegotiationTurnRow {
  workspace_id: string;
  negotiation_id: string;
  turn: number;
  session_id: string;
  user_id: string;
  action: string;
  note: string;
  defer_ms: number | null;
  /** JSON */
  split: string;
  at: number;
}

export interface WaitRow {
  id: string;
  workspace_id: string;
  session_id: string;
  file_path: string;
  path_key: string;
  /** JSON: names of symbols; `*` for the whole file. */
  symbols: string;
  /** `grant` or `tell`. */
  wish: string;
  /** `waiting`, `granted`, `told` or `given_up`. */
  status: string;
  /** The seq of the event that began it: who was first. */
  place: number;
  created_at: number;
  ended_at: number | null;
}

export interface PublishedContractRow {
  workspace_id: string;
  name: string;
  version: number;
  /** `typescript` or `json-schema`. */
  language: string;
  schema: string;
  description: string;
  /** JSON: canonical paths. */
  files: string;
  /** JSON: against the version before. */
  changes: string;
  published_by: string;
  session_id: string;
  created_at: number;
}

export interface ContractUseRow {
  workspace_id: string;
  name: string;
  session_id: string;
  version: number;
  at: number;
}

export interface GateSecretRow {
  id: string;
  /** Base64url; it signs receipts and never leaves the relay. */
  secret: string;
  created_at: number;
}

export interface ReceiptRow {
  id: string;
  workspace_id: string;
  workstream: string;
  commit_sha: string;
  /** Empty when the client did not say. */
  tree: string;
  /** `attested` or `reported`. */
  kind: string;
  /** `valid`, `used` or `retracted`. */
  status: string;
  session_id: string;
  user_id: string;
  /** JSON: what the receipt was given for. */
  evidence: string;
  /** The workspace's seq when it was given: holds that began later were not seen by it. */
  seq: number;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  reason: string;
}

export interface CommitRow {
  workspace_id: string;
  workstream: string;
  commit_sha: string;
  tree: string;
  branch: string;
  receipt_id: string;
  kind: string;
  /** JSON: canonical paths. */
  files: string;
  /** JSON: symbol ids. */
  symbols: string;
  /** `recorded` or `retracted`. */
  status: string;
  session_id: string;
  recorded_by: string;
  recorded_at: number;
  /** Of its event `gate_approved`. */
  seq: number;
}

export interface TestOutcomeRow {
  workspace_id: string;
  /** A digest of file and name. */
  test_key: string;
  test_file: string;
  test_name: string;
  commit_sha: string;
  machine: string;
  /** How often, on that commit and machine. */
  passed: number;
  failed: number;
  at: number;
}
