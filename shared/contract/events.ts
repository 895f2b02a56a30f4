import { z } from 'zod';
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

const released = z.enum(['session_ended', 'expired', 'member_removed']);

export const eventSchemas = {
  decision_recorded: z.object({ decision: z.looseObject({ title: z.string() }), user: z.string() }),
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
    /** `write_denied` before a write; `write_raced` when the write had already happened (RSV-6). */
    kind: z.enum(['write_denied', 'write_raced']),
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

/** An event of the log: `seq` has no gaps and never runs backwards within its workspace. */
export type LogEvent = DraftEvent & { readonly seq: number; readonly at: string };
