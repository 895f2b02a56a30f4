import type { ReservationRecord } from '../reservations/contract.ts';
import type { SessionRecord } from '../sessions/contract.ts';

/** Only the daemon answers this; it is for the person in front of it. */
export const statusPath = '/status';

/** OFF-7: how long after its start a daemon may keep what only the relay can answer waiting. */
export const firstLinkWithinMs = 5_000;

/** Provisional until the relay has confirmed it. */
export type ShownReservation = ReservationRecord & { readonly provisional?: boolean };

/** What the disk does not take. */
export interface DiskProblem {
  readonly folder: string;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** The room in the folder; null where it cannot be told. */
  readonly free_bytes: number | null;
}

/** What tells the daemon of changes that no hook reports: the system, or its own looks at the files. */
export interface WatcherStatus {
  readonly by: 'native' | 'poll';
  /** A clause for a person. */
  readonly reason: string;
}

export interface DaemonStatus {
  /** Null until the relay has named it. */
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string } | null;
  /** Whose daemon it is; left out until the relay has said it. */
  readonly user_id?: string;
  readonly relay: {
    readonly url: string;
    /** It is inside of the daemon, where no other machine reaches it. */
    readonly embedded?: true;
    readonly state: 'live' | 'connecting' | 'offline';
    /** How long it is `connecting`, in milliseconds; absent in other states. */
    readonly connecting_ms?: number;
    /** What a person should know about the link, in a sentence: the key is not taken, or what comes makes no sense. */
    readonly problem?: string;
    /** RSV-20: what became of the relay's clock within the last hour, in a sentence. */
    readonly clock?: string;
  };
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ShownReservation[];
  readonly index: {
    readonly files: number;
    /** Files that are still to be read. */
    readonly pending: number;
    /** DUR-14: why the files of a work tree are not read, in a sentence; left out where they are. */
    readonly problem?: string;
  };
  /** DUR-9; left out until it is chosen. */
  readonly watcher?: WatcherStatus;
  /** Commands that wait for the relay. */
  readonly outbox: number;
  /** What the daemon has in memory only; left out where all is on disk. */
  readonly disk_problems?: readonly DiskProblem[];
  /** The relay's time as the daemon knows it, in milliseconds since the Unix epoch. */
  readonly now: number;
}
