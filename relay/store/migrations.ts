import { sql, type Kysely, type Migration } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

/** Every change of the tables, in order. A migration that has been released is never edited. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001_foundation': { up: (db) => runAll(db, foundation(dialect)) },
    '0002_knowledge': { up: (db) => runAll(db, knowledge(dialect)) },
  };
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * The hot tables, `reservations` and `events`, carry no foreign keys (PostgreSQL would lock the parent rows at each insert) and
 * no index on a time that every write changes: live holds and active sessions are few enough to be scanned.
 */
function foundation(dialect: Dialect): readonly string[] {
  // One tree instead of two for tables whose key is all of their order.
  const clustered = dialect === 'sqlite' ? ' WITHOUT ROWID' : '';
  return [
    `CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    tier TEXT NOT NULL,
    identity TEXT UNIQUE,
    created_at BIGINT NOT NULL
  )`,
    `CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
  )`,
    `CREATE INDEX api_keys_of_user ON api_keys (user_id, created_at)`,
    `CREATE TABLE workspaces (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    seq BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
    `CREATE TABLE members (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
  )`,
    `CREATE INDEX members_of_user ON members (user_id, workspace_id)`,
    `CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    agent_type TEXT NOT NULL,
    task TEXT NOT NULL,
    current_file TEXT NOT NULL,
    branch TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    last_heartbeat BIGINT NOT NULL,
    UNIQUE (workspace_id, user_id, conversation_id, agent_id)
  )`,
    `CREATE INDEX sessions_active ON sessions (workspace_id, id) WHERE state = 'active'`,
    `CREATE TABLE reservations (
    workspace_id TEXT NOT NULL,
    path_key TEXT NOT NULL,
    symbol TEXT NOT NULL,
    file_path TEXT NOT NULL,
    session_id TEXT NOT NULL,
    fence BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, path_key, symbol)
  )${clustered}`,
    `CREATE TABLE events (
    workspace_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    type TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (workspace_id, seq)
  )${clustered}`,
    `CREATE TABLE idempotency (
    user_id TEXT NOT NULL,
    key TEXT NOT NULL,
    operation TEXT NOT NULL,
    answer TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, key)
  )`,
    `CREATE INDEX idempotency_by_time ON idempotency (at)`,
    `CREATE TABLE usage (
    user_id TEXT NOT NULL,
    day TEXT NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (user_id, day)
  )`,
  ];
}

/**
 * What the team knows. Keys of symbols are digests, because an id may be longer than what an index of PostgreSQL takes.
 * Tables that are looked up in two ways are not clustered: without statistics SQLite would walk the whole workspace by the
 * first key instead of using the second.
 */
function knowledge(dialect: Dialect): readonly string[] {
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
