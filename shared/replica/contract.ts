import { z } from 'zod';
import { wholeNumber, workspaceId } from '../contract/fields.ts';
import type { LogEvent } from '../contract/events.ts';
import { operation } from '../contract/operation.ts';
import type { ConflictPolicy } from '../reservations/collisions.ts';
import type { ReservationRecord } from '../reservations/contract.ts';
import type { SessionRecord } from '../sessions/contract.ts';
import type { BranchOfWork } from '../workstreams/contract.ts';

/** Everything a daemon needs to answer hooks by itself, as of `seq`. */
export interface ReplicaSnapshot {
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    /** Absent from a relay that has only names to compare. */
    readonly conflict_policy?: ConflictPolicy | undefined;
  };
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ReservationRecord[];
  /** The active ones, with the ids of the sessions that joined. */
  readonly workstreams: readonly (BranchOfWork & { readonly sessions: readonly string[] })[];
}

/** What the relay sends. `now` is the relay's clock in milliseconds, which alone decides expiry. */
export type ReplicaMessage =
  | {
      readonly kind: 'snapshot';
      readonly seq: number;
      readonly now: number;
      readonly state: ReplicaSnapshot;
    }
  | { readonly kind: 'events'; readonly now: number; readonly events: readonly LogEvent[] }
  | { readonly kind: 'heartbeat'; readonly now: number; readonly seq: number };

/** How often the relay sends a heartbeat; a daemon that misses three reconnects. */
export const replicaHeartbeatMs = 2_000;

export const replicaOperations = {
  replica: operation({
    method: 'GET',
    path: '/workspaces/:id/replica',
    access: 'member',
    delivery: 'websocket',
    input: z.object({ ...workspaceId, since: wholeNumber(0).optional() }),
    output: z.looseObject({ kind: z.enum(['snapshot', 'events', 'heartbeat']) }),
    summary: 'For daemons: a snapshot of the live state and then every event (WebSocket)',
  }),
};
