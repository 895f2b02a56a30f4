import { posix } from 'node:path';
import { pathKey } from '../../../shared/kernel/paths.ts';
import type { SessionRecord } from '../../../shared/sessions/contract.ts';
import type { ShownReservation } from '../../../shared/status/contract.ts';
import { agentsWithReservations } from './agents.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import type { ShownStatus } from './status-view.ts';

/** Which agents are asked for; what is left out leaves none out. */
export interface Choice {
  readonly userId?: string | undefined;
  /** A file or folder, as the repository names it. */
  readonly path?: string | undefined;
  /** A part of the name of the person or client, or the beginning of the id of the session or conversation. */
  readonly agent?: string | undefined;
}

/** The status with only what was asked for, and how many agents that leaves out. */
export function chosen(status: ShownStatus, choice: Choice): ShownStatus {
  const { userId, path, agent } = choice;
  if (userId === undefined && path === undefined && agent === undefined) return status;
  const isMeant = (one: Who) =>
    (userId === undefined || one.user_id === userId) &&
    (agent === undefined || isCalled(one, agent));
  const reservations = status.reservations.filter(
    (one) => isMeant({ ...one, id: one.session_id }) && isIn(one, path),
  );
  const holders = new Set(reservations.map((one) => one.session_id));
  const sessions = status.sessions.filter(
    (one) => isMeant(one) && (path === undefined || holders.has(one.id)),
  );
  const all = agentsWithReservations(status);
  if (sessions.length + reservations.length > 0 || all.length === 0)
    return { ...status, sessions, reservations };
  // Who names a path asks what is reserved there.
  const held = all.reduce((sum, one) => sum + one.reservations.length, 0);
  const [what, left] = path === undefined ? ['agents', all.length] : ['reservations', held];
  const nothing = nothingMatches(what, { mine: userId && true, path, agent });
  return { ...status, sessions, reservations, nothing: `${nothing} There ${areAll(left)}.` };
}

function areAll(count: number): string {
  if (count === 0) return 'are none at all';
  return count === 1 ? 'is 1 in all' : `are ${count} in all`;
}

type Who = Pick<SessionRecord, 'id' | 'user_id' | 'user_name' | 'agent_type' | 'conversation_id'>;

function isCalled(one: Who, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  const names = [one.user_name, one.agent_type].map((text) => text.toLowerCase());
  if (names.some((text) => text.includes(wanted))) return true;
  const ids = [one.id, one.id.slice(one.id.indexOf('_') + 1), one.conversation_id];
  return ids.some((id) => id.toLowerCase().startsWith(wanted));
}

function isIn({ file_path: file }: ShownReservation, path: string | undefined): boolean {
  if (path === undefined || path === '' || path === '.') return true;
  const [held, asked] = [pathKey(file), pathKey(posix.normalize(path).replace(/\/+$/, ''))];
  return held === asked || held.startsWith(`${asked}/`);
}
