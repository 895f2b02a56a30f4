import { startRelay } from '../relay/relay.ts';
import type { Durations } from '../shared/sessions/rules.ts';

export interface RelayInsideOptions {
  /** The path of its SQLite file. */
  readonly database: string;
  readonly durations: Durations;
}

/** The relay of a developer who has none: the same one, on the loopback address, for this daemon. */
export type RelayInside = Awaited<ReturnType<typeof startRelay>>;

export function startRelayInside({
  database,
  durations,
}: RelayInsideOptions): Promise<RelayInside> {
  return startRelay({ host: '127.0.0.1', port: 0, database, durations });
}
