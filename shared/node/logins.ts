import { join } from 'node:path';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { writePrivateFile } from './disk/files.ts';
import { whileLocked } from './disk/lock-file.ts';
import { readOwnFile, refuseToKeepIn } from './disk/own-files.ts';

/** The keys of the relays that a person has signed in to, in the state folder, readable by its owner only. */
export const loginsFile = 'credentials.json';

export interface Login {
  /** The address of the relay without a slash at the end. */
  readonly relay: string;
  readonly key: string;
}

/** The logins that the state folder keeps, the latest first. Refused where the file is not this user's own. */
export function readLogins(stateFolder: string): Login[] | Refusal {
  const text = readOwnFile(join(stateFolder, loginsFile));
  return isRefusal(text) ? text : parseLogins(text);
}

/** The latest first. A file that is not there, or is not ours, holds none. */
export function parseLogins(text: string | undefined): Login[] {
  try {
    const { logins } = JSON.parse(text ?? '{}') as { logins?: unknown };
    return Array.isArray(logins) ? logins.filter(isLogin) : [];
  } catch {
    return [];
  }
}

export function loginsText(logins: readonly Login[]): string {
  return `${JSON.stringify({ logins }, undefined, 2)}\n`;
}

/**
 * Keeps a login as the latest, beside what the state folder has at that moment, for its owner only. Refused (Forbidden) where
 * the folder or the file is another user's.
 */
export function keepLogin(stateFolder: string, login: Login): Promise<Refusal | undefined> {
  return changeLogins(stateFolder, (known) => withLogin(known, login));
}

/** Whether a login could be kept now: writes what is there. Refused as `keepLogin`. */
export function tryToKeep(stateFolder: string): Promise<Refusal | undefined> {
  return changeLogins(stateFolder, (known) => known);
}

async function changeLogins(
  stateFolder: string,
  change: (known: readonly Login[]) => readonly Login[],
): Promise<Refusal | undefined> {
  const refusal = refuseToKeepIn(stateFolder);
  if (refusal !== undefined) return refusal;
  const file = join(stateFolder, loginsFile);
  return whileLocked(file, () => {
    const known = readLogins(stateFolder);
    if (isRefusal(known)) return known;
    writePrivateFile(file, loginsText(change(known)));
    return undefined;
  });
}

/** The login to a relay, or the latest one. */
export function loginFor(logins: readonly Login[], relay: string | undefined): Login | undefined {
  return relay === undefined ? logins[0] : logins.find((login) => login.relay === relay);
}

export function withLogin(logins: readonly Login[], login: Login): Login[] {
  return [login, ...logins.filter(({ relay }) => relay !== login.relay)];
}

function isLogin(value: unknown): value is Login {
  if (typeof value !== 'object' || value === null) return false;
  const { relay, key } = value as Partial<Login>;
  return typeof relay === 'string' && typeof key === 'string';
}
