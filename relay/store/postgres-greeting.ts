import { Socket } from 'node:net';
import pg from 'pg';
import { serverTrouble, type ServerPlace } from './postgres-trouble.ts';

/** How long a server may take to let a relay in. */
const patienceMs = 10_000;

/** DUR-12: a server that cannot be used. The message says why and what to do, without a password. */
export class ServerUnusable extends Error {
  readonly code = 'SERVER_UNUSABLE';
}

/**
 * Logs in once, so that a server which cannot be used is known before anything waits for it. `stop` gives up. Throws
 * `ServerUnusable`.
 */
export async function greetServer(address: string, stop?: AbortSignal): Promise<void> {
  const socket = new Socket();
  const client = clientOf(address, { stream: () => socket });
  client.on('error', () => undefined);
  const late = AbortSignal.timeout(patienceMs);
  const giveUp = AbortSignal.any(stop === undefined ? [late] : [late, stop]);
  giveUp.addEventListener('abort', () => socket.destroy());
  try {
    await client.connect();
    await checkEncoding(client);
    await client.end();
  } catch (error) {
    const { at } = placeOf(client);
    if (error instanceof ServerUnusable) throw error;
    if (late.aborted) throw new ServerUnusable(noAnswer(at));
    throw unusable(error, client) ?? new ServerUnusable(unknownTrouble(at, error));
  } finally {
    socket.destroy();
  }
}

/** Another encoding takes no emoji, and refuses what has one each time that it is sent. */
async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  const { at, database } = placeOf(client);
  throw new ServerUnusable(
    `The database ${database} at ${at} is in ${encoding}, which cannot hold all characters. Make another one, and move into it what is there: CREATE DATABASE coord ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`,
  );
}

/** The error of a server that let the relay in and then not do its work, as a sentence; any other error as it is. */
export function explained(error: unknown, address: string): unknown {
  return unusable(error, clientOf(address)) ?? error;
}

/** What an answer of the server to a relay that runs means and what to do; undefined for any other error. */
export function troubleOf(error: unknown, address: string): ServerUnusable | undefined {
  return error instanceof pg.DatabaseError ? unusable(error, clientOf(address)) : undefined;
}

/** An address may name files, such as that of a certificate, which are read here. */
function clientOf(address: string, settings: pg.ClientConfig = {}): pg.Client {
  try {
    return new pg.Client({ ...settings, connectionString: address });
  } catch (error) {
    throw new ServerUnusable(`The address after --database cannot be used: ${messageOf(error)}.`);
  }
}

function unusable(error: unknown, client: pg.Client): ServerUnusable | undefined {
  const sentence = serverTrouble(error, placeOf(client));
  return sentence === undefined ? undefined : new ServerUnusable(sentence);
}

function placeOf({ host, port, user = '', database = '' }: pg.Client): ServerPlace {
  return { at: host.startsWith('/') ? host : `${host}:${port}`, user, database };
}

function noAnswer(at: string): string {
  const seconds = patienceMs / 1_000;
  return `The database at ${at} did not answer within ${seconds} seconds. Check that it works, and the address after --database.`;
}

function unknownTrouble(at: string, error: unknown): string {
  return `The database at ${at} cannot be used (${messageOf(error)}). Check it, and the address after --database.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
