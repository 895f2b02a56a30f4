import { z } from 'zod';
import {
  files,
  identifier,
  limits,
  opaque,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation, type OutputOf } from '../contract/operation.ts';
import { tier } from '../conventions/contract.ts';
import { decisionType, unconfirmedForAgents } from '../decisions/contract.ts';
import { learningType } from '../learnings/contract.ts';
import { negotiationStatus } from '../negotiations/contract.ts';
import { reservation } from '../reservations/contract.ts';
import { taskStatus } from '../tasks/contract.ts';
import { packageStatus } from '../work-packages/contract.ts';

const agent = z.object({
  session_id: z.string(),
  user_name: z.string(),
  agent_type: z.string(),
  current_task: z.string(),
  current_file: z.string(),
  branch: z.string(),
  reserved_files: z.array(z.string()),
});

/** One reservation, as far as it helps another agent to keep out of its way or to ask for it. */
const syncReservation = reservation.pick({
  file_path: true,
  symbol_ids: true,
  reserved_by: true,
  session_id: true,
  current_task: true,
  workstream_slug: true,
  expires_at: true,
  minutes_remaining: true,
});

/** Somebody else has reserved a file, or a symbol of a file, that this agent named or has reserved something of. */
const syncConflict = z.object({
  type: z.enum(['file', 'symbol']),
  severity: z.enum(['blocking', 'nearby']),
  file: z.string(),
  symbol: z.string().optional(),
  other_agent: z.string(),
  other_task: z.string(),
});

const syncDecision = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  decision_type: decisionType,
  /** The display name. */
  made_by: z.string(),
  files: z.array(z.string()),
  created_at: timestamp,
  is_stale: z.boolean(),
  /** The symbol whose change made it stale. */
  stale_symbol: z.string().optional(),
  ...unconfirmedForAgents,
});

const syncConvention = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  tier,
  affected_files: z.array(z.string()),
  /** Only of one that waits to be accepted; it denies nothing yet (CNV-5). */
  status: z.literal('proposed').optional(),
});

const syncLearning = z.object({
  id: z.string(),
  insight: z.string(),
  type: learningType,
  files: z.array(z.string()),
  learned_by: z.string(),
});

/** A work package that the user of the session has claimed. */
const ownWork = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: packageStatus,
  files: z.array(z.string()),
  /** PKG-6: false while no file is named for it. */
  file_scoped: z.boolean().optional(),
  /** That it is not file-scoped (PKG-6). */
  note: z.string().optional(),
  decisions: z.array(
    z.object({ title: z.string(), rationale: z.string(), ...unconfirmedForAgents }),
  ),
});

const activeWorkstream = z.object({
  slug: z.string(),
  title: z.string(),
  branch: z.string(),
  base_branch: z.string(),
  /** Everybody in it, the caller too. */
  members: z.array(
    z.object({
      user_name: z.string(),
      session_id: z.string().optional(),
      current_task: z.string().optional(),
    }),
  ),
  reservations: z.array(
    z.object({
      file_path: z.string(),
      symbol_ids: z.array(z.string()),
      reserved_by: z.string(),
      minutes_remaining: z.number().int(),
    }),
  ),
});

const syncTask = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: taskStatus,
  workstream: z.string(),
  /** Handed to the session that asks; the others can be claimed. */
  yours: z.boolean(),
  waits_for: z.array(z.string()),
  by: z.string(),
});

const syncNegotiation = z.object({
  id: z.string(),
  file: z.string(),
  symbol_ids: z.array(z.string()),
  role: z.enum(['initiator', 'counterparty']),
  other: z.string(),
  rationale: z.string(),
  status: negotiationStatus,
  your_turn: z.boolean(),
  deadline_at: timestamp,
  last_answer: z.string().optional(),
});

const syncWait = z.object({
  id: z.string(),
  file: z.string(),
  symbol_ids: z.array(z.string()),
  before: z.number().int(),
});

const syncContract = z.object({
  name: z.string(),
  version: z.number().int(),
  description: z.string(),
  schema: z.string(),
  files: z.array(z.string()),
  published_by: z.string(),
});

export const syncOperations = {
  sync: operation({
    method: 'POST',
    path: '/workspaces/:id/sync',
    access: 'member',
    readOnly: true,
    tellsTeam: true,
    tool: 'sync',
    input: z.object({
      ...workspaceId,
      task: text(limits.task).default('').describe('What you are about to do'),
      session_id: identifier.optional().describe('Your session; found by itself when left out'),
      files: files.optional().describe('Files you will touch, comma-separated'),
      branch: opaque(limits.title).optional(),
      agent_type: text(limits.name).optional(),
      plan: text(limits.text).optional().describe('Your plan as JSON'),
    }),
    output: z.object({
      session_id: z.string(),
      agents: z.array(agent),
      /** Those of others first. */
      reservations: z.array(syncReservation),
      /** How many more there are in the workspace; absent when all are listed. */
      reservations_left_out: z.number().int().optional(),
      conflicts: z.array(syncConflict),
      decisions: z.array(syncDecision),
      stale_decisions: z.array(syncDecision),
      conventions: z.array(syncConvention),
      learnings: z.array(syncLearning),
      your_work: z.array(ownWork),
      active_workstream: activeWorkstream.nullable(),
      /** The branch of the active workstream, as older clients ask for it. */
      active_branch: z.string().nullable(),
      tasks: z.array(syncTask),
      negotiations: z.array(syncNegotiation),
      waits: z.array(syncWait),
      contracts: z.array(syncContract),
    }),
    summary:
      'What the other agents do and have reserved, where you would conflict, and what the team decided about it. Call it before a task.',
  }),
};

export type SyncAnswer = OutputOf<(typeof syncOperations)['sync']>;
