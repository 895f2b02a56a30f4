import type { Dialect } from '../dialect.ts';

/**
 * The hot tables, `reservations` and `events`, carry no foreign keys (PostgreSQL would lock the parent rows at each insert) and
 * no index on a time that every write changes: live holds and active sessions are few enough to be scanned.
 */
export function foundation(dialect: Dialect): readonly string[] {
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
