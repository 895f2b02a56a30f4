import { z } from 'zod';
import { timestamp } from './fields.ts';

/**
 * The events of how agents work together. Whoever has to be told stands in them by session id, so that a daemon can tell its
 * own agents without asking.
 */
const workstream = {
  slug: z.string(),
  /** Empty for a private one. */
  title: z.string(),
  branch: z.string(),
};

const who = { user: z.string(), session_id: z.string() };

const task = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(['todo', 'in_progress', 'blocked', 'done', 'cancelled']),
  workstream: z.string(),
  /** Empty when nobody is meant. */
  assignee_session: z.string(),
  created_by_session: z.string(),
});

/** The contested symbols; empty means the whole file. */
const contested = {
  negotiation_id: z.string(),
  file: z.string(),
  symbols: z.array(z.string()),
  initiator: z.string(),
  initiator_session: z.string(),
  counterparty: z.string(),
  counterparty_session: z.string(),
};

const inLine = {
  wait_id: z.string(),
  session_id: z.string(),
  user: z.string(),
  file: z.string(),
  symbols: z.array(z.string()),
  wish: z.enum(['grant', 'tell']),
};

const gated = { workstream: z.string(), branch: z.string(), commit: z.string() };

const titled = { id: z.string(), title: z.string() };

const workPackage = z.looseObject({
  ...titled,
  status: z.string(),
  /** A user id. */ assignee: z.string(),
});

export const cooperationEvents = {
  workstream_started: z.object({ workstream: z.object(workstream), ...who }),
  workstream_changed: z.object({ workstream: z.object(workstream), ...who }),
  workstream_joined: z.object({ workstream: z.object(workstream), ...who }),
  workstream_left: z.object({ workstream: z.object(workstream), ...who }),
  workstream_ended: z.object({
    workstream: z.object(workstream),
    status: z.enum(['completed', 'abandoned']),
    reason: z.string(),
    pr_url: z.string(),
    ...who,
  }),

  task_created: z.object({ task, ...who }),
  task_claimed: z.object({ task, ...who }),
  /** Other words, another assignee, another status. */
  task_changed: z.object({ task, ...who }),
  task_done: z.object({ task, ...who }),
  /** TSK-1: the last prerequisite is done. */
  task_unblocked: z.object({ task }),

  negotiation_opened: z.object({
    ...contested,
    rationale: z.string(),
    deadline_at: timestamp,
    max_turns: z.number().int(),
  }),
  negotiation_answered: z.object({
    ...contested,
    action: z.enum(['defer', 'counter']),
    note: z.string(),
    by: z.string(),
    session_id: z.string(),
    deadline_at: timestamp,
  }),
  negotiation_escalated: z.object(contested),
  negotiation_ended: z.object({
    ...contested,
    status: z.enum(['resolved', 'expired']),
    /** Empty when it expired. */
    outcome: z.enum(['yield', 'hold', 'split', 'deadline', 'released', '']),
    initiator_symbols: z.array(z.string()),
    counterparty_symbols: z.array(z.string()),
    note: z.string(),
    /** Who ended it; empty for time. */
    by: z.string(),
  }),

  wait_added: z.object(inLine),
  wait_ended: z.object({ ...inLine, status: z.enum(['granted', 'told', 'given_up']) }),

  contract_published: z.object({
    contract: z.looseObject({
      name: z.string(),
      version: z.number().int(),
      breaking: z.boolean(),
    }),
    /** What is different, a line each. */
    changes: z.array(z.string()),
    /** PUB-2: the sessions that use an earlier version. */
    sessions: z.array(z.string()),
    ...who,
  }),

  gate_confirmed: z.object({ ...gated, kind: z.enum(['attested', 'reported']), ...who }),
  gate_failed: z.object({ ...gated, failures: z.number().int(), ...who }),
  /** GAT-5: branches follow it. */
  gate_approved: z.object({
    ...gated,
    files: z.array(z.string()),
    kind: z.enum(['attested', 'reported']),
    receipt_id: z.string(),
    ...who,
  }),
  /** GAT-4: of a receipt, and of its commit when that was recorded. */
  gate_retracted: z.object({
    ...gated,
    recorded: z.boolean(),
    reason: z.string(),
    receipt_id: z.string(),
    ...who,
  }),

  meeting_started: z.object({ meeting: z.looseObject(titled), user: z.string() }),
  /** What was decided in it stands in events of its own. */
  meeting_completed: z.object({
    meeting: z.looseObject(titled),
    user: z.string(),
    decisions: z.number().int(),
    action_items: z.number().int(),
    work_packages: z.number().int(),
  }),
  work_package_claimed: z.object({ work_package: workPackage, user: z.string() }),
  work_package_changed: z.object({ work_package: workPackage, user: z.string() }),

  /** Merging these two lines of work would conflict. */
  conflict_forecast: z.object({
    file: z.string(),
    symbols: z.array(z.string()),
    branches: z.array(z.string()),
    sessions: z.array(z.string()),
    user: z.string(),
  }),
} as const;
