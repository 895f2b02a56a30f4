import type { ReservationRecord } from '../reservations/contract.ts';
import type { SessionRecord } from '../sessions/contract.ts';

/** Only the daemon answers this; it is for the person in front of it. */
export const statusPath = '/status';

/** Provisional until the relay has confirmed it. */
export type ShownReservation = ReservationRecord & { readonly provisional?: boolean };

export interface DaemonStatus {
  /** Null until the relay has named it. */
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string } | null;
  readonly relay: { readonly url: string; readonly state: 'live' | 'connecting' | 'offline' };
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ShownReservation[];
  readonly index: {
    readonly files: number;
    /** Files that are still to be read. */
    readonly pending: number;
  };
  /** Commands that wait for the relay. */
  readonly outbox: number;
  /** The relay's time as the daemon knows it, in milliseconds since the Unix epoch. */
  readonly now: number;
}
