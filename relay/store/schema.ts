/** The tables, as both databases have them: text ids, integer milliseconds, JSON as text. */
export interface Schema {
  users: UserRow;
  api_keys: ApiKeyRow;
  workspaces: WorkspaceRow;
  members: MemberRow;
  sessions: SessionRow;
  reservations: ReservationRow;
  events: EventRow;
  idempotency: IdempotencyRow;
  usage: UsageRow;
}

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** `free`, `pro` or `team`. */
  tier: string;
  /** `<issuer> <subject>` of the identity provider, when the user came from one. */
  identity: string | null;
  created_at: number;
}

export interface ApiKeyRow {
  id: string;
  user_id: string;
  /** SHA-256 of the key in hex; the key itself is never stored. */
  hash: string;
  prefix: string;
  name: string;
  created_at: number;
  revoked_at: number | null;
}

export interface WorkspaceRow {
  id: string;
  slug: string;
  name: string;
  /** The seq of the newest event of its log. */
  seq: number;
  created_at: number;
}

export interface MemberRow {
  workspace_id: string;
  user_id: string;
  role: string;
  added_at: number;
}

export interface SessionRow {
  id: string;
  workspace_id: string;
  user_id: string;
  conversation_id: string;
  /** Empty for a main conversation; a subagent's id otherwise. */
  agent_id: string;
  agent_type: string;
  task: string;
  current_file: string;
  branch: string;
  /** `active`, `expired` or `ended`. */
  state: string;
  started_at: number;
  last_heartbeat: number;
}

export interface ReservationRow {
  workspace_id: string;
  /** The folded path (PTH-2), so that one file has one key. */
  path_key: string;
  /** The symbol's name; empty for the top-level part; `*` for the whole file. */
  symbol: string;
  file_path: string;
  session_id: string;
  fence: number;
  expires_at: number;
}

export interface EventRow {
  workspace_id: string;
  seq: number;
  at: number;
  type: string;
  payload: string;
}

export interface IdempotencyRow {
  user_id: string;
  key: string;
  operation: string;
  answer: string;
  at: number;
}

export interface UsageRow {
  user_id: string;
  /** UTC day as `2026-01-31`. */
  day: string;
  requests: number;
}
