import { z } from 'zod';
import { timestamp, wholeNumber, workspaceId } from '../contract/fields.ts';
import type { LogEvent } from '../contract/events/events.ts';
import { operation } from '../contract/operation.ts';
import { reservation } from '../reservations/contract.ts';
import { session } from '../sessions/contract.ts';
import { workstream } from '../workstreams/contract.ts';
import { conflictPolicy } from '../workspaces/contract.ts';

const workstreamInReplica = workstream
  .pick({ slug: true, branch: true, visibility: true })
  .extend({ sessions: z.array(z.string()) });

/** Everything a daemon needs to answer hooks by itself, as of `seq`. */
const snapshot = z.object({
  workspace: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    /** Absent from a relay that has only names to compare. */
    conflict_policy: conflictPolicy.optional(),
  }),
  sessions: z.array(session),
  reservations: z.array(reservation),
  /** The active ones, with the ids of the sessions that joined. */
  workstreams: z.array(workstreamInReplica),
});

export type ReplicaSnapshot = z.output<typeof snapshot>;

const seq = z.number().int().min(0);
/** The relay's clock in milliseconds, which alone decides expiry; until the year 9999. */
const now = z.number().min(0).max(253_402_300_799_999);

/** How the relay's clock was set within the last hour (RSV-20). A follower that has not seen it takes a new snapshot. */
const clock_jump = z.object({ from: now, to: now }).optional();

const messages = {
  snapshot: z.object({
    kind: z.literal('snapshot'),
    seq,
    /** When the event of `seq` was appended; absent where the log does not have it any more, and from an earlier relay. */
    at: timestamp.optional(),
    now,
    clock_jump,
    state: snapshot,
  }),
  events: z.object({
    kind: z.literal('events'),
    now,
    events: z.array(z.looseObject({ seq, at: timestamp, type: z.string() })),
  }),
  heartbeat: z.object({
    kind: z.literal('heartbeat'),
    now,
    clock_jump,
    seq,
    /** Where the log ends, in the first one to a daemon that resumes; absent from an earlier relay. */
    newest: seq.optional(),
  }),
} as const;

export const replicaMessage = z.discriminatedUnion('kind', [
  messages.snapshot,
  messages.events,
  messages.heartbeat,
]);

/** What the relay sends. */
export type ReplicaMessage =
  | z.output<typeof messages.snapshot>
  | z.output<typeof messages.heartbeat>
  | { readonly kind: 'events'; readonly now: number; readonly events: readonly LogEvent[] };

/** How often the relay sends a heartbeat; a daemon that misses three reconnects. */
export const replicaHeartbeatMs = 2_000;

export const replicaOperations = {
  replica: operation({
    method: 'GET',
    path: '/workspaces/:id/replica',
    access: 'member',
    delivery: 'websocket',
    input: z.object({
      ...workspaceId,
      since: wholeNumber(0).optional(),
      /** LNK-4: `at` of the event of `since`: where it has another one in this log, a snapshot follows. */
      since_at: timestamp.optional(),
    }),
    output: replicaMessage,
    summary: 'For daemons: a snapshot of the live state and then every event (WebSocket)',
  }),
};
