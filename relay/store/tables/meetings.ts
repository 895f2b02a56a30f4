/** Meetings, what was said and decided in them, and the work packages that follow. */
export function meetings(): readonly string[] {
  return [
    `CREATE TABLE meetings (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    participants TEXT NOT NULL,
    transcript TEXT NOT NULL,
    action_items TEXT NOT NULL,
    method TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    completed_at BIGINT
  )`,
    `CREATE INDEX meetings_newest ON meetings (workspace_id, created_at, id)`,
    `CREATE TABLE meeting_chunks (
    workspace_id TEXT NOT NULL,
    meeting_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (workspace_id, meeting_id, position)
  )`,
    `CREATE TABLE meeting_decisions (
    workspace_id TEXT NOT NULL,
    meeting_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, meeting_id, decision_id)
  )`,
    `CREATE TABLE work_packages (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    meeting_id TEXT NOT NULL REFERENCES meetings (id),
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    files TEXT NOT NULL,
    assignee TEXT NOT NULL,
    status TEXT NOT NULL,
    position BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
    `CREATE INDEX work_packages_newest ON work_packages (workspace_id, created_at, id)`,
    `CREATE INDEX work_packages_of_meeting ON work_packages (workspace_id, meeting_id, position)`,
    `CREATE TABLE work_package_decisions (
    workspace_id TEXT NOT NULL,
    package_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, package_id, decision_id)
  )`,
  ];
}
