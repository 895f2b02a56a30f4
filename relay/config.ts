import type { Clock } from '../shared/kernel/clock.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import type { IdentityProvider } from './auth/service.ts';

/** Everything a relay needs to know, parsed. */
export interface RelayOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** `postgres://...`, or the path of the SQLite file. */
  readonly database: string;
  readonly durations?: Durations;
  readonly identityProvider?: IdentityProvider | undefined;
  readonly clock?: Clock;
  /** How long events are kept for followers that resume; milliseconds. */
  readonly eventRetentionMs?: number;
  readonly residentBytes?: () => number;
  readonly onError?: (error: unknown) => void;
}

export const defaultEventRetentionMs = 30 * 24 * 60 * 60_000;
