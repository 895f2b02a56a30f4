import { z } from 'zod';
import { changes, lineRange } from '../changes.ts';
import { timestamp } from '../fields.ts';

const reserved = {
  file: z.string(),
  /** The reserved symbol ids; empty means the whole file. */
  symbols: z.array(z.string()),
  session_id: z.string(),
};

const releaseReason = z.enum(['session_ended', 'expired', 'member_removed', 'negotiated']);

export const reservationEvents = {
  file_reserved: z.object({
    ...reserved,
    by: z.string(),
    task: z.string(),
    expires_at: timestamp,
    /** False when the session only extended what it held. */
    fresh: z.boolean(),
    /** All lines that the session has changed in the reserved parts; absent when they are not known. */
    changes: changes.optional(),
    /** A wait or a negotiation gave it (RSV-13). */
    asked: z.boolean().optional(),
  }),
  file_released: z.object({
    ...reserved,
    reason: releaseReason,
    /** Who held it, and with which client (SES-7); events of an earlier version have only the session. */
    by: z.string().optional(),
    agent_type: z.string().optional(),
  }),
  conflict_detected: z.object({
    file: z.string(),
    symbol_id: z.string().optional(),
    by: z.string(),
    session_id: z.string(),
    /** Empty when no session holds it and a rule forbids the write. */
    holder: z.string(),
    holder_session_id: z.string(),
    /** The holder's lines that the write touches; absent when the names collide. */
    lines: lineRange.optional(),
    /** The rule that forbade the write. In events of an earlier version its title is the holder. */
    convention: z.object({ id: z.string(), title: z.string() }).optional(),
    convention_id: z.string().optional(),
    /**
     * `write_denied` before a write; `write_raced` when the write had already happened (RSV-6, with a convention CNV-7);
     * `write_forbidden` by a convention (CNV-1).
     */
    kind: z.enum(['write_denied', 'write_raced', 'write_forbidden']),
  }),
} as const;
