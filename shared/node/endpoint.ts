import { join } from 'node:path';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { distrust, isSameFolder, readOwnFile } from './own-files.ts';

/** The private folder in a repository's Git common directory, and what may lie in it. */
export const endpointFolder = 'coord';

export const endpointFiles = {
  /** All that the hook shim needs to ask the daemon: its repository and socket as comments, then a configuration file of curl. */
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
  /** The Git common directory, with links resolved: a copy of the repository brings a description that is not its own. */
  readonly repository: string;
  /** For browsers and other HTTP clients; coord's own programs send no secret there (LOC-3). */
  readonly url: string;
  readonly socket: string;
  readonly token_file: string;
  readonly pid: number;
  readonly version: string;
}

/**
 * What a daemon of this repository has published of itself; undefined where none has, and where it was for another
 * repository (LOC-5). Refused where somebody else could have written it (LOC-3).
 */
export function readEndpoint(commonDir: string): DaemonEndpoint | Refusal | undefined {
  const folder = join(commonDir, endpointFolder);
  const text = readOwnFile(join(folder, endpointFiles.description));
  if (text === undefined || isRefusal(text)) return text;
  const refusal = distrust(folder, 'folder');
  if (refusal !== undefined) return refusal;
  const endpoint = parseEndpoint(text);
  return endpoint && isSameFolder(endpoint.repository, commonDir) ? endpoint : undefined;
}

/** Reads what a daemon has published; undefined for anything else. By hand, because every hook would wait for a library. */
export function parseEndpoint(text: string): DaemonEndpoint | undefined {
  const { repository, url, socket, token_file, pid, version } = objectIn(text);
  const texts = { repository, url, socket, token_file, version };
  const whole = Object.values(texts).every((value) => typeof value === 'string');
  return whole && typeof pid === 'number' ? ({ ...texts, pid } as DaemonEndpoint) : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
