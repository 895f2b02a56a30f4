import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connect,
  connectToDaemon,
  daemonStatus,
  workspaceOf,
  type ConnectOptions,
  type Connection,
} from '../../connection/connect.ts';
import { pathFromHere } from '../../command-line/paths-from-here.ts';
import { allReservations, allSessions } from '../../connection/live-lists.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import { hookScriptPath } from '../../../shared/clients/common/hook-script-path.ts';
import { chosen } from './chosen.ts';
import { statusLines, type ShownStatus } from './status-view.ts';

export interface StatusOptions extends ConnectOptions {
  readonly watch?: boolean;
  /** Every agent with all of its reservations, however long that gets. */
  readonly all?: boolean;
  /** Only one's own agents. */
  readonly mine?: boolean;
  /** Only what is reserved there: a file or folder. */
  readonly path?: string;
  /** Only agents whose person, client, session or conversation is called so. */
  readonly agent?: string;
}

const refreshMs = 1_000;
const answerWithinMs = 2_500;

/** `coord status`: who works on what, what is reserved and for how long, and how the link to the relay is. */
export async function status(context: Context, options: StatusOptions): Promise<Outcome> {
  if (options.watch === true) return watch(context, options);
  const shown = await load(context, options);
  if (isRefusal(shown)) return shown;
  context.output.show(shown, () => textOf(shown, context, options));
  return 0;
}

/** Draws the status again every second: in place on a terminal, otherwise each time that it is another. */
async function watch(context: Context, options: StatusOptions): Promise<Outcome> {
  const { output, terminal } = context;
  let stopped = false;
  const stop = terminal.stopRequested().then(() => (stopped = true));
  let last = '';
  while (!stopped) {
    const shown = await load(context, options);
    const text = isRefusal(shown) ? `${shown.message}\n` : textOf(shown, context, options);
    if (output.live) output.redraw(onScreen(text, output.rows));
    else if (isRefusal(shown)) return shown;
    else if (changed(shown) !== last) output.show(shown, () => `${text}\n`);
    last = isRefusal(shown) ? '' : changed(shown);
    await Promise.race([stop, new Promise((resolve) => setTimeout(resolve, refreshMs))]);
  }
  return 0;
}

/** CMD-6: nothing scrolls away, however low the screen is. */
function onScreen(text: string, rows: number): string {
  return text
    .split('\n')
    .slice(0, rows - 1)
    .join('\n');
}

/** All but the time. */
function changed(status: ShownStatus): string {
  return JSON.stringify({ ...status, now: 0 });
}

function textOf(shown: ShownStatus, { output }: Context, { all }: StatusOptions): string {
  return `${statusLines(shown, { ...output, all: all === true }).join('\n')}\n`;
}

async function load(context: Context, options: StatusOptions): Promise<ShownStatus | Refusal> {
  const { terminal } = context;
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const found = await wholeStatus(connection, { terminal, options });
  if (isRefusal(found)) return found;
  const shown = isSetUp(terminal.directory) ? { ...found, set_up: true } : found;
  const { mine, agent } = options;
  const userId = mine === true ? await ownId(shown, connection) : undefined;
  if (isRefusal(userId)) return userId;
  const path = await pathFromHere(terminal.directory, options.path);
  return chosen(shown, { userId, path, agent });
}

/** A daemon knows it also while its relay is away. */
async function ownId({ user_id: known }: ShownStatus, { client }: Connection) {
  if (known !== undefined) return known;
  const profile = await client.call('profile', {});
  return isRefusal(profile) ? profile : profile.id;
}

function isSetUp(directory: string): boolean {
  const workTree = findWorkTree(directory);
  return workTree !== undefined && existsSync(join(workTree.root, hookScriptPath));
}

interface Asking {
  readonly terminal: Context['terminal'];
  readonly options: StatusOptions;
}

async function wholeStatus(
  connection: Connection,
  { terminal, options }: Asking,
): Promise<ShownStatus | Refusal> {
  if (connection.kind === 'daemon') return statusThroughDaemon(connection, options);
  const [shown, { note }] = await Promise.all([
    relayStatus(inTime(connection), options),
    missingDaemon(terminal, options),
  ]);
  if (!isRefusal(shown)) return note === undefined ? shown : { ...shown, note };
  // Each ends with a command to paste, so each stands on its own line.
  return refuse(shown.error, [shown.message, note].filter((text) => text !== undefined).join('\n'));
}

/** Of the daemon's own workspace it knows everything; another one is its relay's to tell. */
async function statusThroughDaemon(
  connection: Connection,
  options: StatusOptions,
): Promise<ShownStatus | Refusal> {
  const status = await daemonStatus(connection);
  const { workspace } = options;
  if (isRefusal(status) || workspace === undefined || status.workspace?.slug === workspace)
    return status;
  const shown = await relayStatus(inTime(connection), options);
  return isRefusal(shown) ? shown : { ...shown, relay: status.relay };
}

/** Nobody waits longer for a picture: what is asked for it has one time limit together. */
function inTime(connection: Connection): Connection {
  const untilMs = performance.now() + answerWithinMs;
  const call: Connection['client']['call'] = (name, input, options) => {
    const timeoutMs = Math.max(1, Math.round(untilMs - performance.now()));
    return connection.client.call(name, input, { ...options, timeoutMs });
  };
  return { ...connection, client: { call } };
}

/** Whoever stands in a repository and named no relay has counted on a daemon. */
async function missingDaemon(
  terminal: Context['terminal'],
  { relay, key }: StatusOptions,
): Promise<Pick<ShownStatus, 'note'>> {
  if (relay !== undefined || key !== undefined) return {};
  const daemon = await connectToDaemon(terminal);
  if (!isRefusal(daemon) || daemon.error === 'NotFound') return {};
  return { note: `Agents here are not coordinated. ${daemon.message}` };
}

/** The same picture from the relay itself, for those who run no daemon. */
async function relayStatus(
  connection: Connection,
  options: StatusOptions,
): Promise<ShownStatus | Refusal> {
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const { id, slug, name } = workspace;
  const [sessions, reservations] = await Promise.all([
    allSessions(connection.client, id),
    allReservations(connection.client, id),
  ]);
  if (isRefusal(sessions)) return sessions;
  if (isRefusal(reservations)) return reservations;
  const relay = { url: connection.target.url, state: 'live' as const };
  return { workspace: { id, slug, name }, relay, sessions, reservations, now: Date.now() };
}
