import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { isOwnUser } from '../../shared/node/own-files.ts';

/** Linux lists its TCP connections here, each with the user whose socket it is. */
const table = '/proc/net/tcp';

/**
 * Whether the program at the other end of a loopback connection is known to be another user's. Root's is not: it may carry
 * the connection of this user out of a container. Where the system does not tell, the answer is no.
 */
export async function isOfOtherUser({
  remotePort,
  localPort,
}: Pick<Socket, 'remotePort' | 'localPort'>): Promise<boolean> {
  const text = await readFile(table, 'utf8').catch(() => '');
  const [from, to] = [`:${hex(remotePort)}`, `:${hex(localPort)}`];
  const row = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(from) && remote.endsWith(to));
  const user = Number(row?.[7]);
  return row !== undefined && user !== 0 && !isOwnUser(user);
}

function hex(port = 0): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
