import { sql, type Kysely, type Migration } from 'kysely';

/** Every change of the tables, in order. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001_foundation': { up: foundation },
};

async function foundation(db: Kysely<unknown>): Promise<void> {
  for (const statement of foundationStatements) await sql.raw(statement).execute(db);
}

const foundationStatements = [
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
  `CREATE INDEX sessions_by_state ON sessions (workspace_id, state, id)`,
  `CREATE INDEX sessions_by_heartbeat ON sessions (state, last_heartbeat)`,
  `CREATE TABLE reservations (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    path_key TEXT NOT NULL,
    symbol TEXT NOT NULL,
    file_path TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    fence BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, path_key, symbol)
  )`,
  `CREATE INDEX reservations_of_session ON reservations (session_id)`,
  `CREATE INDEX reservations_by_expiry ON reservations (expires_at)`,
  `CREATE TABLE events (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    type TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (workspace_id, seq)
  )`,
  `CREATE INDEX events_by_time ON events (at)`,
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
