import type { Kysely } from 'kysely';
import { apiKeys, usage, users } from './tables/users.ts';
import type { RowOf } from './tables/table.ts';
import { invitations, members, workspaces } from './tables/workspaces.ts';
import { sessions } from './tables/sessions.ts';
import { reservations } from './tables/reservations.ts';
import { events } from './tables/events.ts';
import { idempotency } from './tables/idempotency.ts';
import { graphs, symbolEdges, symbolFiles, symbols } from './tables/symbols.ts';
import { decisionFiles, decisionLinks, decisions, decisionTellings } from './tables/decisions.ts';
import { conventions } from './tables/conventions.ts';
import { learnings } from './tables/learnings.ts';
import { traces } from './tables/traces.ts';
import { heldBranches, workstreamMembers, workstreams } from './tables/workstreams.ts';
import { taskPrerequisites, tasks } from './tables/tasks.ts';
import { negotiationTurns, negotiations } from './tables/negotiations.ts';
import { waits } from './tables/waits.ts';
import { contractUses, publishedContracts } from './tables/published-contracts.ts';
import { commits, gateRuns, gateSecrets, receipts, testOutcomes } from './tables/gate.ts';
import {
  liveMeetings,
  meetingChunks,
  meetingDecisions,
  meetings,
  unreviewedResults,
} from './tables/meetings.ts';
import { workPackageDecisions, workPackages } from './tables/work-packages.ts';

/** Every table, after those that it refers to; a migration makes and changes them in this order. */
export const tables = [
  users,
  apiKeys,
  workspaces,
  members,
  sessions,
  reservations,
  events,
  idempotency,
  usage,
  graphs,
  symbolFiles,
  symbols,
  symbolEdges,
  decisions,
  decisionLinks,
  decisionFiles,
  decisionTellings,
  conventions,
  learnings,
  traces,
  workstreams,
  workstreamMembers,
  tasks,
  taskPrerequisites,
  negotiations,
  negotiationTurns,
  waits,
  publishedContracts,
  contractUses,
  gateSecrets,
  receipts,
  commits,
  testOutcomes,
  meetings,
  meetingChunks,
  liveMeetings,
  meetingDecisions,
  unreviewedResults,
  workPackages,
  workPackageDecisions,
  invitations,
  gateRuns,
  heldBranches,
] as const;

/**
 * The rows of every table, as both databases have them: text ids, integer milliseconds, JSON as text. What is not there is an
 * empty text where the column takes no null.
 */
export type Schema = {
  [T in (typeof tables)[number] as T['name']]: RowOf<T['columns']>;
};

/** What queries are built on: the connection that writes, or committed rows only. */
export type Db = Kysely<Schema>;

export type UserRow = Schema['users'];
export type ApiKeyRow = Schema['api_keys'];
export type WorkspaceRow = Schema['workspaces'];
export type MemberRow = Schema['members'];
export type InvitationRow = Schema['invitations'];
export type SessionRow = Schema['sessions'];
export type ReservationRow = Schema['reservations'];
export type EventRow = Schema['events'];
export type SymbolFileRow = Schema['symbol_files'];
export type SymbolRow = Schema['symbols'];
export type SymbolEdgeRow = Schema['symbol_edges'];
export type DecisionRow = Schema['decisions'];
export type DecisionLinkRow = Schema['decision_links'];
export type DecisionFileRow = Schema['decision_files'];
export type DecisionTellingRow = Schema['decision_tellings'];
export type ConventionRow = Schema['conventions'];
export type LearningRow = Schema['learnings'];
export type TraceRow = Schema['traces'];
export type WorkstreamRow = Schema['workstreams'];
export type WorkstreamMemberRow = Schema['workstream_members'];
export type TaskRow = Schema['tasks'];
export type NegotiationRow = Schema['negotiations'];
export type NegotiationTurnRow = Schema['negotiation_turns'];
export type WaitRow = Schema['waits'];
export type PublishedContractRow = Schema['published_contracts'];
export type ReceiptRow = Schema['receipts'];
export type CommitRow = Schema['commits'];
export type GateRunRow = Schema['gate_runs'];
export type HeldBranchRow = Schema['held_branches'];
export type TestOutcomeRow = Schema['test_outcomes'];
export type MeetingRow = Schema['meetings'];
export type MeetingChunkRow = Schema['meeting_chunks'];
export type MeetingDecisionRow = Schema['meeting_decisions'];
export type UnreviewedResultRow = Schema['unreviewed_results'];
export type WorkPackageRow = Schema['work_packages'];
export type WorkPackageDecisionRow = Schema['work_package_decisions'];

export type Dialect = 'sqlite' | 'postgres';
