import { z } from 'zod';

/** The private folder in a repository's Git common directory, and what may lie in it. */
export const endpointFolder = 'coord';

export const endpointFiles = {
  /** All that the hook shim needs to ask the daemon by itself: the lines port (of 127.0.0.1), token and process id. */
  hookAddress: 'hook-address',
  /** All that the hook shim needs to ask the daemon over its socket, as a configuration file of curl. */
  curlConfig: 'curlrc',
  /** A `DaemonEndpoint` as JSON. */
  description: 'daemon.json',
  /** Marker: while the daemon is down, writes are denied instead of let through. */
  denyWhenDown: 'deny-when-down',
  /** Marker: the user has been told that the daemon is down. */
  saidDown: 'said-down',
} as const;

/** Seconds. A hook may hold up its agent for this long, and no longer. */
export const hookAnswerWithinSeconds = 4;

export const daemonEndpointSchema = z.object({
  url: z.string(),
  socket: z.string(),
  token_file: z.string(),
  pid: z.int(),
  version: z.string(),
});

/** How the `coord` command finds the daemon of a repository: its addresses and the file with its token. */
export type DaemonEndpoint = z.infer<typeof daemonEndpointSchema>;
