import { z } from 'zod';
import { cooperationEvents } from './cooperation-events.ts';
import { timestamp } from './fields.ts';

/**
 * The events of a workspace's log. The four given types have the given keys first; what follows is ours and is what a
 * daemon's replica needs to follow the holds without asking. `at` is the relay's time of the commit.
 */
const hold = {
  file: z.string(),
  /** The held symbol ids; empty means the whole file. */
  symbols: z.array(z.string()),
  session_id: z.string(),
};

const released = z.enum(['session_ended', 'expired', 'member_removed', 'negotiated']);

/** A decision in an event; older logs have the title only. */
const decided = z.looseObject({ title: z.string(), id: z.string().optional() });

export const eventSchemas = {
  ...cooperationEvents,
  decision_recorded: z.object({ decision: decided, user: z.string() }),
  /** A model took it from traces; a person has to accept it. */
  decision_proposed: z.object({ decision: decided, user: z.string() }),
  decision_stale: z.object({
    decision: decided,
    /** The linked symbol that changed or is gone. */
    symbol: z.string(),
    reason: z.enum(['changed', 'removed']),
    user: z.string(),
    /** Whose edit it was; empty when it is not known. */
    session_id: z.string(),
  }),
  decision_reaffirmed: z.object({ decision: decided, user: z.string(), note: z.string() }),
  decision_superseded: z.object({ decision: decided, by: decided, user: z.string() }),
  convention_proposed: z.object({
    convention: z.looseObject({
      id: z.string(),
      title: z.string(),
      tier: z.string(),
      affected_files: z.array(z.string()),
    }),
    user: z.string(),
  }),
  /** Another tier, or active again. */
  convention_changed: z.object({
    convention: z.looseObject({
      id: z.string(),
      title: z.string(),
      tier: z.string(),
      affected_files: z.array(z.string()),
    }),
    user: z.string(),
  }),
  convention_retired: z.object({
    convention: z.looseObject({ id: z.string(), title: z.string() }),
    user: z.string(),
  }),
  learning_recorded: z.object({
    learning: z.looseObject({ id: z.string(), insight: z.string() }),
    user: z.string(),
  }),
  /** Symbols of these files are others than before. */
  graph_changed: z.object({
    graph_version: z.number().int(),
    files: z.array(z.string()),
    removed: z.array(z.string()),
  }),
  /** Who works on a caller should know. */
  signature_changed: z.object({
    symbol: z.string(),
    old_signature: z.string(),
    new_signature: z.string(),
    callers: z.array(z.string()),
    /** The sessions that hold, or lately edited, one of the callers. */
    sessions: z.array(z.string()),
    user: z.string(),
    session_id: z.string(),
  }),
  file_reserved: z.object({
    ...hold,
    by: z.string(),
    task: z.string(),
    expires_at: timestamp,
    /** False when the session only extended what it held. */
    fresh: z.boolean(),
  }),
  file_released: z.object({ ...hold, reason: released }),
  conflict_detected: z.object({
    file: z.string(),
    symbol_id: z.string().optional(),
    by: z.string(),
    session_id: z.string(),
    holder: z.string(),
    holder_session_id: z.string(),
    /** Of the rule that forbade the write; then the holder is its title. */
    convention_id: z.string().optional(),
    /**
     * `write_denied` before a write; `write_raced` when the write had already happened (RSV-6); `write_forbidden` by a
     * convention (CNV-1).
     */
    kind: z.enum(['write_denied', 'write_raced', 'write_forbidden']),
  }),
  agent_sync: z.object({ user: z.string(), session_id: z.string(), task: z.string() }),
  session_started: z.object({
    session_id: z.string(),
    user_id: z.string(),
    user: z.string(),
    conversation_id: z.string(),
    agent_id: z.string(),
    agent_type: z.string(),
    task: z.string(),
    branch: z.string(),
    /** The slug of the one that it is in already. */
    workstream: z.string().optional(),
  }),
  session_updated: z.object({
    session_id: z.string(),
    task: z.string(),
    branch: z.string(),
    current_file: z.string(),
  }),
  session_ended: z.object({
    session_id: z.string(),
    reason: z.enum(['ended', 'expired', 'member_removed']),
  }),
  member_added: z.object({ user_id: z.string(), user: z.string(), role: z.string() }),
  member_removed: z.object({ user_id: z.string(), user: z.string() }),
  workspace_renamed: z.object({ name: z.string() }),
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.output<(typeof eventSchemas)[T]>;

/** An event that a command wants to append, before the log gives it a seq. */
export type DraftEvent = { [T in EventType]: { type: T } & EventPayload<T> }[EventType];

/** After these, what the team knows (decisions, conventions, notes) is other than before. */
export const knowledgeEvents: ReadonlySet<EventType> = new Set([
  'decision_recorded',
  'decision_stale',
  'decision_reaffirmed',
  'decision_superseded',
  'convention_proposed',
  'convention_changed',
  'convention_retired',
  'learning_recorded',
] as const);

/** After these, what the team works on together (workstreams, tasks, negotiations, waits, contracts, packages) is. */
export const workEvents: ReadonlySet<EventType> = new Set([
  'workstream_started',
  'workstream_changed',
  'workstream_joined',
  'workstream_left',
  'workstream_ended',
  'task_created',
  'task_claimed',
  'task_changed',
  'task_done',
  'task_unblocked',
  'negotiation_opened',
  'negotiation_answered',
  'negotiation_escalated',
  'negotiation_ended',
  'wait_added',
  'wait_ended',
  'contract_published',
  'meeting_completed',
  'work_package_claimed',
  'work_package_changed',
] as const);

/** An event of the log: `seq` has no gaps and never runs backwards within its workspace. */
export type LogEvent = DraftEvent & { readonly seq: number; readonly at: string };
