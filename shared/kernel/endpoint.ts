import { z } from 'zod';

/** The private folder in a repository's Git common directory, and what may lie in it. */
export const endpointFolder = 'coord';

export const endpointFiles = {
  /** All that the hook shim needs to reach the daemon, as a configuration file of curl. */
  curlConfig: 'curlrc',
  /** A `DaemonEndpoint` as JSON. */
  description: 'daemon.json',
  /** Marker: while the daemon is down, writes are denied instead of let through. */
  denyWhenDown: 'deny-when-down',
  /** Marker: the user has been told that the daemon is down. */
  saidDown: 'said-down',
} as const;

export const daemonEndpointSchema = z.object({
  url: z.string(),
  socket: z.string(),
  token_file: z.string(),
  pid: z.int(),
  version: z.string(),
});

/** How the `coord` command finds the daemon of a repository: its addresses and the file with its token. */
export type DaemonEndpoint = z.infer<typeof daemonEndpointSchema>;
