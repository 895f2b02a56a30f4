import { asData } from '../../../shared/kernel/display.ts';
import { dirname, join } from 'node:path';
import type { Output as Answer } from '../../../shared/api/operations.ts';
import { isRefusal, refuse } from '../../../shared/kernel/refusal.ts';
import { readPrivateFile } from '../../../shared/node/disk/files.ts';
import { readLogins } from '../../../shared/node/logins.ts';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import { findDaemon } from '../../connection/find-daemon.ts';
import { isConfirmed } from '../../terminal/is-confirmed.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, type Connection, type ConnectOptions } from '../../connection/connect.ts';
import { idKinds } from '../../connection/id-lists.ts';
import { wholeIdAmong } from '../../connection/whole-ids.ts';
import { idColumn, listing } from '../../terminal/table.ts';

/** `coord key create`: another key of one's own; its secret is printed this once. */
export async function createKey(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly name: string },
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const made = await connection.client.call('createKey', { name: options.name });
  if (isRefusal(made)) return made;
  output.show(made, () => made.key);
  if (!output.json) output.note('Keep it now: it is not shown again.');
  return 0;
}

/** `coord key list`: one's keys without their secrets. */
export async function listKeys(
  { terminal, output }: Context,
  options: ConnectOptions,
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const answer = await connection.client.call('listKeys', {});
  if (isRefusal(answer)) return answer;
  output.show(answer, () =>
    listing(output, answer.keys, [
      idColumn,
      { title: 'NAME', flexible: true, main: true, cell: (key) => key.name },
      { title: 'BEGINS WITH', cell: (key) => `${key.prefix}…` },
      { title: 'MADE', cell: (key) => key.created_at.slice(0, 10) },
      {
        title: 'STATE',
        cell: ({ revoked_at: at }) => (at === null ? 'valid' : `revoked ${at.slice(0, 10)}`),
      },
    ]),
  );
  const { keys_left_out: left = 0 } = answer;
  if (left > 0) output.note(`${left} more are not listed; valid and newer ones are.`);
  return 0;
}

/** `coord key revoke`: ends a key; asks before it ends what the caller gets in with. */
export async function revokeKey(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string; readonly yes?: boolean },
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const listed = await connection.client.call('listKeys', {});
  if (isRefusal(listed)) return listed;
  const { keys } = listed;
  const titled = keys.map(({ id, name }) => ({ id, title: name }));
  const key_id = wholeIdAmong(titled, idKinds.key, options.id);
  if (isRefusal(key_id)) return key_id;
  const warning = await warningOf(terminal, { connection, keys, id: key_id });
  if (warning !== undefined) {
    output.note(warning);
    if (options.yes !== true && !(await isConfirmed(terminal, 'Revoke it?')))
      return refuse('Conflict', 'Not revoked. Confirm it at a terminal, or with --yes.');
  }
  const revoked = await connection.client.call('revokeKey', { key_id });
  if (isRefusal(revoked)) return revoked;
  output.show(revoked, () => `${revoked.id} (${asData(revoked.name)}) is revoked.`);
  return 0;
}

interface Revocation {
  readonly connection: Connection;
  readonly keys: Answer<'listKeys'>['keys'];
  readonly id: string;
}

/** ACC-4: what ends with the key, where it is the last one or one that is in use here. */
async function warningOf(
  terminal: Terminal,
  { connection, keys, id }: Revocation,
): Promise<string | undefined> {
  const valid = keys.filter(({ revoked_at }) => revoked_at === null);
  const key = valid.find((one) => one.id === id);
  if (key === undefined) return undefined;
  const isLast = valid.length === 1;
  const used = await keysInUse(terminal, connection);
  if (!isLast && !used.some((secret) => secret.startsWith(key.prefix))) return undefined;
  const name = `${key.id} (${asData(key.name)})`;
  return isLast
    ? `${name} is your last key. Without one you get in again only by an operator of the relay: coord relay user key --email EMAIL`
    : `${name} is the key in use here. Make another one first, and sign in with it: coord key create, coord login`;
}

/** The key that this command came with, that of the login, and that of the daemon. */
async function keysInUse(terminal: Terminal, connection: Connection): Promise<readonly string[]> {
  const logins = readLogins(stateFolder(terminal));
  const ofLogins = isRefusal(logins) ? [] : logins.map(({ key }) => key);
  const daemon = await findDaemon(terminal);
  const folder = isRefusal(daemon) ? undefined : dirname(daemon.endpoint.token_file);
  const ofDaemon = folder === undefined ? undefined : readPrivateFile(join(folder, 'key'));
  const { key } = connection;
  return [key, ...ofLogins, ...(typeof ofDaemon === 'string' ? [ofDaemon.trim()] : [])];
}
