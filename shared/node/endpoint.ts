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

/** How the `coord` command finds the daemon of a repository: its addresses and the file with its token. */
export interface DaemonEndpoint {
  readonly url: string;
  readonly socket: string;
  readonly token_file: string;
  readonly pid: number;
  readonly version: string;
}

/** Reads what a daemon has published; undefined for anything else. By hand, because every hook would wait for a library. */
export function parseEndpoint(text: string): DaemonEndpoint | undefined {
  const { url, socket, token_file, pid, version } = objectIn(text);
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(url) || !isText(socket) || !isText(token_file) || !isText(version)) return undefined;
  return typeof pid === 'number' ? { url, socket, token_file, pid, version } : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
