import { sql, type Kysely, type Migration } from 'kysely';
import { addColumn, changeKey, createTable, fill, type SchemaChange } from './create-table.ts';
import type { Dialect } from './dialect.ts';
import { users } from './tables/users.ts';
import { apiKeys } from './tables/keys.ts';
import { invitations } from './tables/invitations.ts';
import { members, workspaces } from './tables/workspaces.ts';
import { sessions } from './tables/sessions.ts';
import { reservations } from './tables/reservations.ts';
import { events } from './tables/events.ts';
import { idempotency } from './tables/idempotency.ts';
import { usage } from './tables/usage.ts';
import { graphs, symbolEdges, symbolFiles, symbols } from './tables/symbols.ts';
import { decisionFiles, decisionLinks, decisions, decisionTellings } from './tables/decisions.ts';
import { conventions } from './tables/conventions.ts';
import { learnings } from './tables/learnings.ts';
import { traces } from './tables/traces.ts';
import { workstreamMembers, workstreams } from './tables/workstreams.ts';
import { taskPrerequisites, tasks } from './tables/tasks.ts';
import { negotiationTurns, negotiations } from './tables/negotiations.ts';
import { waits } from './tables/waits.ts';
import { contractUses, publishedContracts } from './tables/published-contracts.ts';
import { heldBranches } from './tables/branches.ts';
import { commits, gateRuns, gateSecrets, receipts, testOutcomes } from './tables/gate.ts';
import {
  liveMeetings,
  meetingChunks,
  meetingDecisions,
  meetings,
  unreviewedResults,
} from './tables/meetings.ts';
import { workPackageDecisions, workPackages } from './tables/work-packages.ts';

/** MTG-18: what earlier versions found without a language model, and nobody has confirmed. */
const foundByPhrases = `UPDATE decisions SET unconfirmed = 1 WHERE id IN (
  SELECT d.decision_id FROM meeting_decisions d JOIN meetings m ON m.id = d.meeting_id
  WHERE d.state = 'found' AND m.method = 'phrases')`;

/**
 * Every change of the tables, in order. The definitions say how the tables are today; a change that has been released still
 * does what it did then, so a column that is added later is left out where the table is created.
 */
export const changes: Readonly<Record<string, readonly SchemaChange[]>> = {
  '0001_foundation': [
    createTable(users, { without: ['invited_by'] }),
    createTable(apiKeys, { without: ['last_used_at'] }),
    createTable(workspaces, {
      without: [
        'branch_prefix',
        'gate_policy',
        'conflict_policy',
        'tier',
        'test_gaps',
        'must_rules',
      ],
    }),
    createTable(members),
    createTable(sessions, { without: ['workstream'] }),
    createTable(reservations, {
      without: ['within_symbol', 'base', 'lines', 'asked'],
      primaryKey: ['workspace_id', 'path_key', 'symbol'],
    }),
    createTable(events),
    createTable(idempotency),
    createTable(usage),
  ],
  '0002_knowledge': [
    createTable(graphs),
    createTable(symbolFiles),
    createTable(symbols, { without: ['members'] }),
    createTable(symbolEdges),
    createTable(decisions, {
      without: [
        'reaffirmed_session',
        'stale_change',
        'unconfirmed',
        'proposed_by',
        'accepted_by',
        'accepted_at',
      ],
    }),
    createTable(decisionLinks),
    createTable(decisionFiles),
    createTable(conventions, { without: ['accepted_by', 'accepted_at'] }),
    createTable(learnings),
    createTable(traces),
  ],
  '0003_cooperation': [
    addColumn(workspaces, 'branch_prefix'),
    addColumn(workspaces, 'gate_policy'),
    addColumn(sessions, 'workstream'),
    createTable(workstreams),
    createTable(workstreamMembers),
    createTable(tasks),
    createTable(taskPrerequisites),
    createTable(negotiations),
    createTable(negotiationTurns),
    createTable(waits),
    createTable(publishedContracts),
    createTable(contractUses),
    createTable(gateSecrets),
    createTable(receipts, { without: ['verified'] }),
    createTable(commits, { without: ['verified', 'left_out'] }),
    createTable(testOutcomes),
  ],
  '0004_meetings': [
    createTable(meetings, { without: ['held_on', 'suggestions', 'notices', 'read_digest'] }),
    createTable(meetingChunks, { without: ['piece'] }),
    createTable(meetingDecisions, {
      without: ['sentence', 'state', 'confidence', 'reviewed_by', 'reviewed_at'],
    }),
    createTable(workPackages, {
      without: ['left_out', 'withdrawn', 'action_items', 'file_sources'],
    }),
    createTable(workPackageDecisions),
  ],
  '0005_places': [
    addColumn(workspaces, 'conflict_policy'),
    changeKey(reservations, {
      added: ['within_symbol', 'base', 'lines', 'asked'],
      // The names of that time are symbols of the symbol graph.
      filled: { within_symbol: 'symbol' },
    }),
  ],
  '0006_tiers': [addColumn(workspaces, 'tier')],
  '0007_invitations': [addColumn(users, 'invited_by'), createTable(invitations)],
  '0008_vouched_commits': [
    addColumn(workspaces, 'test_gaps'),
    addColumn(receipts, 'verified'),
    addColumn(commits, 'verified'),
    addColumn(commits, 'left_out'),
  ],
  '0009_reaffirming_sessions': [addColumn(decisions, 'reaffirmed_session')],
  '0010_rules': [
    addColumn(workspaces, 'must_rules'),
    addColumn(conventions, 'accepted_by'),
    addColumn(conventions, 'accepted_at'),
  ],
  '0011_meeting_days': [addColumn(meetings, 'held_on')],
  '0012_symbol_members': [addColumn(symbols, 'members')],
  '0014_used_keys': [addColumn(apiKeys, 'last_used_at')],
  '0015_told_decisions': [addColumn(decisions, 'stale_change'), createTable(decisionTellings)],
  '0016_meeting_reviews': [
    addColumn(meetingDecisions, 'sentence'),
    addColumn(meetingDecisions, 'state'),
    createTable(unreviewedResults, { without: ['is_suggestion'] }),
    addColumn(workPackages, 'left_out'),
    addColumn(workPackages, 'withdrawn'),
  ],
  '0017_gate_runs': [
    createTable(gateRuns, { without: ['dismissed_by'] }),
    createTable(heldBranches),
  ],
  '0018_suggestions': [
    addColumn(meetings, 'suggestions'),
    addColumn(meetings, 'notices'),
    addColumn(meetingDecisions, 'confidence'),
    addColumn(meetingDecisions, 'reviewed_by'),
    addColumn(meetingDecisions, 'reviewed_at'),
    addColumn(unreviewedResults, 'is_suggestion'),
  ],
  '0019_readings': [addColumn(meetings, 'read_digest')],
  '0020_dismissed_runs': [addColumn(gateRuns, 'dismissed_by')],
  '0021_live_meetings': [
    addColumn(meetingChunks, 'piece'),
    createTable(liveMeetings),
    {
      statements: () => [
        `INSERT INTO live_meetings (meeting_id, workspace_id, heard_at)
    SELECT id, workspace_id, created_at FROM meetings WHERE status <> 'completed'`,
      ],
      undo: () => [],
    },
  ],
  '0022_unconfirmed_decisions': [addColumn(decisions, 'unconfirmed'), fill(foundByPhrases)],
  '0023_package_files': [
    addColumn(workPackages, 'action_items'),
    addColumn(workPackages, 'file_sources'),
  ],
  '0024_accepted_decisions': [
    addColumn(decisions, 'proposed_by'),
    addColumn(decisions, 'accepted_by'),
    addColumn(decisions, 'accepted_at'),
    fill("UPDATE decisions SET proposed_by = made_by WHERE state = 'proposed'"),
  ],
};

export function migrations(dialect: Dialect): Record<string, Migration> {
  const entries = Object.entries(changes).map(([name, ofName]): [string, Migration] => {
    const statements = ofName.flatMap((change) => change.statements(dialect));
    return [name, { up: (db) => runAll(db, statements) }];
  });
  return Object.fromEntries(entries);
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
