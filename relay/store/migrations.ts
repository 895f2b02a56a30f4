/**
 * The migrations that were released, in order, by the names that databases keep of them. What each one does to the tables the
 * tables say themselves: `since` (`tables/`). Here are the statements that fill what is new from rows that are there already.
 */
const released = {
  '0001_foundation': [],
  '0002_knowledge': [],
  '0003_cooperation': [],
  '0004_meetings': [],
  '0005_places': [],
  '0006_tiers': [],
  '0007_invitations': [],
  '0008_vouched_commits': [],
  '0009_reaffirming_sessions': [],
  '0010_rules': [],
  '0011_meeting_days': [],
  '0012_symbol_members': [],
  '0014_used_keys': [],
  '0015_told_decisions': [],
  '0016_meeting_reviews': [],
  '0017_gate_runs': [],
  '0018_suggestions': [],
  '0019_readings': [],
  '0020_dismissed_runs': [],
  '0021_live_meetings': [
    `INSERT INTO live_meetings (meeting_id, workspace_id, heard_at)
    SELECT id, workspace_id, created_at FROM meetings WHERE status <> 'completed'
    ON CONFLICT DO NOTHING`,
  ],
  // MTG-18: what earlier versions found without a language model, and nobody has confirmed.
  '0022_unconfirmed_decisions': [
    `UPDATE decisions SET unconfirmed = 1 WHERE id IN (
  SELECT d.decision_id FROM meeting_decisions d JOIN meetings m ON m.id = d.meeting_id
  WHERE d.state = 'found' AND m.method = 'phrases')`,
  ],
  '0023_package_files': [],
  '0024_accepted_decisions': [
    "UPDATE decisions SET proposed_by = made_by WHERE state = 'proposed'",
  ],
  '0025_retracted_commits': [],
  // GAT-7: of the private ones, so far as their runs are kept.
  '0026_outcomes_of_workstreams': [
    `UPDATE test_outcomes SET workstream = COALESCE((
  SELECT MAX(r.workstream) FROM gate_runs r
  JOIN workstreams w ON w.workspace_id = r.workspace_id AND w.slug = r.workstream AND w.visibility = 'private'
  WHERE r.workspace_id = test_outcomes.workspace_id AND r.commit_sha = test_outcomes.commit_sha), '')`,
  ],
  '0027_unended_negotiations': [],
  '0028_sizes_of_meetings': [
    `UPDATE live_meetings SET characters = COALESCE((
  SELECT SUM(LENGTH(c.text) + 1) FROM meeting_chunks c
  WHERE c.workspace_id = live_meetings.workspace_id AND c.meeting_id = live_meetings.meeting_id), 0)`,
  ],
  '0029_speakers_of_meetings': [],
} as const;

export type MigrationName = keyof typeof released;

/** The statements that fill new columns and tables, by migration. */
export const fills: Readonly<Record<MigrationName, readonly string[]>> = released;
