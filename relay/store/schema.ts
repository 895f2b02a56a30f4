import type {
  CommitRow,
  ContractUseRow,
  GateSecretRow,
  NegotiationRow,
  NegotiationTurnRow,
  PublishedContractRow,
  ReceiptRow,
  TaskPrerequisiteRow,
  TaskRow,
  TestOutcomeRow,
  WaitRow,
  WorkstreamMemberRow,
  WorkstreamRow,
} from './schema-cooperation.ts';
import type {
  MeetingChunkRow,
  MeetingDecisionRow,
  MeetingRow,
  WorkPackageDecisionRow,
  WorkPackageRow,
} from './schema-meetings.ts';

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
  graphs: GraphRow;
  symbol_files: SymbolFileRow;
  symbols: SymbolRow;
  symbol_edges: SymbolEdgeRow;
  decisions: DecisionRow;
  decision_links: DecisionLinkRow;
  decision_files: DecisionFileRow;
  conventions: ConventionRow;
  learnings: LearningRow;
  traces: TraceRow;
  workstreams: WorkstreamRow;
  workstream_members: WorkstreamMemberRow;
  tasks: TaskRow;
  task_prerequisites: TaskPrerequisiteRow;
  negotiations: NegotiationRow;
  negotiation_turns: NegotiationTurnRow;
  waits: WaitRow;
  published_contracts: PublishedContractRow;
  contract_uses: ContractUseRow;
  gate_secrets: GateSecretRow;
  receipts: ReceiptRow;
  commits: CommitRow;
  test_outcomes: TestOutcomeRow;
  meetings: MeetingRow;
  meeting_chunks: MeetingChunkRow;
  meeting_decisions: MeetingDecisionRow;
  work_packages: WorkPackageRow;
  work_package_decisions: WorkPackageDecisionRow;
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
  /** Branches of workstreams are called `<branch_prefix>/<slug>`. */
  branch_prefix: string;
  /** `reported` or `attested`: the least that the test gate takes. */
  gate_policy: string;
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
  /** The slug of the workstream that it joined; empty for none. */
  workstream: string;
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

export interface GraphRow {
  workspace_id: string;
  /** Counts up with every publication that changed something. */
  version: number;
}

export interface SymbolFileRow {
  workspace_id: string;
  /** The folded path (PTH-2). */
  file_key: string;
  file: string;
  /** Of what was published, so that the same again is known at once. */
  digest: string;
}

export interface SymbolRow {
  workspace_id: string;
  /** A digest of the folded id: ids are longer than what an index takes. */
  key: string;
  id: string;
  file_key: string;
  file: string;
  name: string;
  kind: string;
  start_line: number;
  end_line: number;
  signature: string;
  /** Empty when there is none. */
  doc: string;
  /** 1 or 0. */
  exported: number;
  meaning_hash: string;
  signature_hash: string;
}

export interface SymbolEdgeRow {
  workspace_id: string;
  caller_key: string;
  callee_key: string;
  caller: string;
  callee: string;
  /** The file of the caller: its publication replaces the edge. */
  file_key: string;
}

export interface DecisionRow {
  workspace_id: string;
  id: string;
  title: string;
  /** A digest of the folded title. */
  title_key: string;
  rationale: string;
  type: string;
  made_by: string;
  session_id: string;
  /** JSON: canonical paths. */
  files: string;
  /** JSON: names of areas. */
  areas: string;
  /** `proposed`, `fresh`, `stale` or `ended`. */
  state: string;
  supersedes: string | null;
  superseded_by: string | null;
  stale_symbol: string | null;
  stale_since: number | null;
  reaffirmed_by: string | null;
  reaffirmed_at: number | null;
  note: string;
  graph_version: number;
  created_at: number;
}

export interface DecisionLinkRow {
  workspace_id: string;
  decision_id: string;
  symbol_key: string;
  symbol: string;
  /** What the symbol meant when the decision was made or last reaffirmed. */
  meaning_hash: string;
}

export interface DecisionFileRow {
  workspace_id: string;
  decision_id: string;
  file_key: string;
}

export interface ConventionRow {
  workspace_id: string;
  id: string;
  title: string;
  rationale: string;
  tier: string;
  /** JSON: canonical globs. */
  affected_files: string;
  /** JSON: names of areas. */
  affected_areas: string;
  /** `active` or `retired`. */
  status: string;
  proposed_by: string;
  created_at: number;
  retired_at: number | null;
  retired_by: string | null;
}

export interface LearningRow {
  workspace_id: string;
  id: string;
  insight: string;
  type: string;
  /** JSON */
  tags: string;
  /** JSON: canonical paths. */
  files: string;
  learned_by: string;
  created_at: number;
}

export interface TraceRow {
  workspace_id: string;
  id: string;
  user_id: string;
  /** Empty when the push named none. */
  session_id: string;
  at: number;
  kind: string;
  text: string;
  /** JSON */
  files: string;
  created_at: number;
}
