import { basename, dirname, isAbsolute, join } from 'node:path';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { isSecret } from './secret-file.ts';
import { distrust, isRealFolder, isSameFolder, readOwnFile } from './disk/own-files.ts';

/** The private folder in a repository's Git common directory, and what may lie in it. */
export const endpointFolder = 'coord';

export const endpointFiles = {
  /** Where the hook script finds the daemon, in two lines: the Git common directory, and the path of the socket. */
  address: 'address',
  /** A `DaemonEndpoint` as JSON. */
  description: 'daemon.json',
  /** Marker: while the daemon is down, writes are denied instead of let through. */
  denyWhenDown: 'deny-when-down',
  /** With `-CLIENT`: the second of the clock at which the client's user was told that the daemon is down. */
  saidDown: 'said-down',
} as const;

/** How long the user is not told again (HKS-1). */
export const saidDownLivesSeconds = 86_400;

/** The names in the private folder of a daemon's socket. */
export const socketFiles = {
  socket: 'daemon.sock',
  /** The header that a request to the socket needs, as one line (0600). */
  authorization: 'authorization',
} as const;

/** Seconds. A hook may hold up its agent for this long, and no longer. */
export const hookAnswerWithinSeconds = 3.5;

/** How the `coord` command finds the daemon of a repository: its addresses and the file with its token. */
export interface DaemonEndpoint {
  /** The Git common directory, with links resolved: a copy of the repository brings a description that is not its own. */
  readonly repository: string;
  /** For browsers and other HTTP clients; coord's own programs send no secret there (LOC-3). */
  readonly url: string;
  readonly socket: string;
  /** For other HTTP clients too: no program of coord sends what a description names (LOC-3). */
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
  if (endpoint === undefined || !isRealFolder(endpoint.repository)) return undefined;
  return isSameFolder(endpoint.repository, commonDir) ? endpoint : undefined;
}

/** The file with the credential for a socket: it lies beside it. */
export function authorizationFile(socket: string): string {
  return join(dirname(socket), socketFiles.authorization);
}

/** The text of that file. */
export function authorizationText(token: string): string {
  return `${authorizationStart}${token}\n`;
}

/**
 * The token for a daemon's socket; undefined where there is none, or something else than a daemon puts there. Refused where the
 * folder, the socket or the file is not ours: a forged description leads to no other secret and no other program (LOC-3).
 */
export function readAuthorization(socket: string): string | Refusal | undefined {
  if (!isAbsolute(socket) || basename(socket) !== socketFiles.socket) return undefined;
  const refusal = distrust(dirname(socket), 'folder') ?? distrust(socket, 'socket');
  const text = refusal ?? readOwnFile(authorizationFile(socket));
  if (text === undefined || isRefusal(text)) return text;
  const token = text.slice(authorizationStart.length).trim();
  return text === authorizationText(token) && isSecret(token) ? token : undefined;
}

const authorizationStart = 'Authorization: Bearer ';

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
