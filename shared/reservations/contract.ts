import { z } from 'zod';
import { changedLines, lineRange } from '../contract/changes.ts';
import { liveListPage, timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

/** One reservation. `symbol_ids` is empty when it is of the whole file; `fence` is the feed's seq at which it was granted. */
export const reservation = z.object({
  file_path: z.string(),
  symbol_ids: z.array(z.string()),
  /** The symbol of the symbol graph that it belongs to, where its name does not say so. */
  within: z.string().optional(),
  /** The lines that its session changed there; absent when they are not known. */
  lines: changedLines.optional(),
  /** A wait or a negotiation gave it (RSV-13). */
  asked: z.boolean().optional(),
  user_id: z.string(),
  user_name: z.string(),
  reserved_by: z.string(),
  conversation_id: z.string(),
  session_id: z.string(),
  agent_type: z.string(),
  current_task: z.string(),
  workstream_slug: z.string().optional(),
  fence: z.number().int(),
  expires_at: timestamp,
  minutes_remaining: z.number().int(),
});

/** What a write did not get, and who holds it (RSV-6). `symbol_id` is absent when the whole file was asked for. */
export const conflict = z.object({
  file_path: z.string(),
  symbol_id: z.string().optional(),
  held_symbol_id: z.string().optional(),
  /** The holder's lines that the write touches; absent when the names collide. */
  lines: lineRange.optional(),
  holder: z.string(),
  holder_session_id: z.string(),
  holder_task: z.string(),
  expires_at: timestamp,
  minutes_remaining: z.number().int(),
});

export type ReservationRecord = z.output<typeof reservation>;
export type ConflictRecord = z.output<typeof conflict>;

export const reservationOperations = {
  listReservations: operation({
    method: 'GET',
    path: '/workspaces/:id/reservations',
    access: 'member',
    input: z.object({ ...workspaceId, ...liveListPage }),
    output: z.array(reservation),
    summary: 'The live reservations of the workspace',
  }),
};
