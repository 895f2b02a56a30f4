import type { Dialect } from '../dialect.ts';

/**
 * What the team knows. Keys of symbols are digests, because an id may be longer than what an index of PostgreSQL takes.
 * Tables that are looked up in two ways are not clustered: without statistics SQLite would walk the whole workspace by the
 * first key instead of using the second.
 */
export function knowledge(dialect: Dialect): readonly string[] {
  const clustered = dialect === 'sqlite' ? ' WITHOUT ROWID' : '';
  return [
    `CREATE TABLE graphs (
    workspace_id TEXT PRIMARY KEY,
    version BIGINT NOT NULL
  )`,
    `CREATE TABLE symbol_files (
    workspace_id TEXT NOT NULL,
    file_key TEXT NOT NULL,
    file TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (workspace_id, file_key)
  )${clustered}`,
    `CREATE TABLE symbols (
    workspace_id TEXT NOT NULL,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    file_key TEXT NOT NULL,
    file TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    start_line BIGINT NOT NULL,
    end_line BIGINT NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    exported BIGINT NOT NULL,
    meaning_hash TEXT NOT NULL,
    signature_hash TEXT NOT NULL,
    PRIMARY KEY (workspace_id, key)
  )`,
    `CREATE INDEX symbols_of_file ON symbols (workspace_id, file_key, start_line, key)`,
    `CREATE INDEX symbols_by_name ON symbols (workspace_id, name, file_key, start_line, key)`,
    `CREATE TABLE symbol_edges (
    workspace_id TEXT NOT NULL,
    caller_key TEXT NOT NULL,
    callee_key TEXT NOT NULL,
    caller TEXT NOT NULL,
    callee TEXT NOT NULL,
    file_key TEXT NOT NULL,
    PRIMARY KEY (workspace_id, caller_key, callee_key)
  )`,
    `CREATE INDEX symbol_edges_to ON symbol_edges (workspace_id, callee_key, caller_key)`,
    `CREATE INDEX symbol_edges_of_file ON symbol_edges (workspace_id, file_key)`,
    `CREATE TABLE decisions (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    rationale TEXT NOT NULL,
    type TEXT NOT NULL,
    made_by TEXT NOT NULL REFERENCES users (id),
    session_id TEXT NOT NULL,
    files TEXT NOT NULL,
    areas TEXT NOT NULL,
    state TEXT NOT NULL,
    supersedes TEXT,
    superseded_by TEXT,
    stale_symbol TEXT,
    stale_since BIGINT,
    reaffirmed_by TEXT,
    reaffirmed_at BIGINT,
    note TEXT NOT NULL,
    graph_version BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
    `CREATE INDEX decisions_newest ON decisions (workspace_id, created_at, id)`,
    `CREATE INDEX decisions_by_title ON decisions (workspace_id, title_key)`,
    `CREATE INDEX decisions_stale ON decisions (workspace_id, created_at, id) WHERE state = 'stale'`,
    `CREATE TABLE decision_links (
    workspace_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    symbol_key TEXT NOT NULL,
    symbol TEXT NOT NULL,
    meaning_hash TEXT NOT NULL,
    PRIMARY KEY (workspace_id, decision_id, symbol_key)
  )`,
    `CREATE INDEX decision_links_of_symbol ON decision_links (workspace_id, symbol_key)`,
    `CREATE TABLE decision_files (
    workspace_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    file_key TEXT NOT NULL,
    PRIMARY KEY (workspace_id, decision_id, file_key)
  )`,
    `CREATE INDEX decision_files_of_file ON decision_files (workspace_id, file_key)`,
    `CREATE TABLE conventions (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    title TEXT NOT NULL,
    rationale TEXT NOT NULL,
    tier TEXT NOT NULL,
    affected_files TEXT NOT NULL,
    affected_areas TEXT NOT NULL,
    status TEXT NOT NULL,
    proposed_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    retired_at BIGINT,
    retired_by TEXT
  )`,
    `CREATE INDEX conventions_newest ON conventions (workspace_id, created_at, id)`,
    `CREATE INDEX conventions_must ON conventions (workspace_id, id) WHERE status = 'active' AND tier = 'must'`,
    `CREATE TABLE learnings (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    insight TEXT NOT NULL,
    type TEXT NOT NULL,
    tags TEXT NOT NULL,
    files TEXT NOT NULL,
    learned_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL
  )`,
    `CREATE INDEX learnings_newest ON learnings (workspace_id, created_at, id)`,
    `CREATE TABLE traces (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    session_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    files TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
    `CREATE INDEX traces_of_session ON traces (workspace_id, user_id, session_id, at, id)`,
  ];
}
