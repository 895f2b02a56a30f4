import { timeoutSignal } from '../../shared/node/time/system-clock.ts';
import { basePathOf } from '../../shared/api/base-path.ts';
import { createClient, type Client } from '../../shared/api/client.ts';
import { operations } from '../../shared/api/operations.ts';
import { type Login } from '../../shared/node/logins.ts';
import { chosenRelay } from '../../shared/node/relay-login.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { redactedIn, redactionSentences } from '../../shared/redaction/sentences.ts';
import { firstLinkWithinMs, statusPath, type DaemonStatus } from '../../shared/status/contract.ts';
import { findDaemon, type FoundDaemon, type Place } from './find-daemon.ts';
import { withWholeCommit } from './whole-commit.ts';
import { namingService } from './service-away.ts';
import { namingVariable } from './refused-key.ts';
import { noteUnusedVariables } from './unused-variables.ts';
import { wholeIds } from './whole-ids.ts';
import { workspaceHere } from './workspace-choice.ts';
import { askDaemon, type DaemonAt } from './ask-daemon.ts';
import { dispatcherTo, type Target } from './http.ts';
import { openOutput } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface ConnectOptions {
  readonly relay?: string;
  readonly key?: string;
  /** The slug of a workspace; without it the daemon's, or the only one. */
  readonly workspace?: string;
}

/** A daemon or a relay that answers, and the key to it. */
export interface Connection {
  readonly kind: 'daemon' | 'relay';
  readonly target: Target;
  readonly key: string;
  readonly client: Client;
  /** Of a relay, in place of a daemon that does not run: the slug of the repository's workspace, or why there is none there. */
  readonly workspaceHere?: string | Refusal | undefined;
}

export interface WorkspaceReference {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

const helloTimeoutMs = 2_000;

/**
 * The relay that the options name; else the daemon of the repository that the command is run in; else the relay of
 * the environment or of the latest login.
 */
export async function connect(
  terminal: Terminal,
  options: ConnectOptions,
): Promise<Connection | Refusal> {
  const login = loginOf(terminal, options);
  if (options.relay !== undefined || options.key !== undefined) {
    return isRefusal(login) ? login : telling(terminal, toRelay(login), options);
  }
  const daemon = await connectToDaemon(terminal);
  if (!isRefusal(daemon)) {
    await noteUnusedVariables(terminal, () => relayOf(daemon));
    return telling(terminal, daemon, options);
  }
  // What another user may have put here is said, not passed over.
  if (daemon.error === 'Forbidden') return daemon;
  if (isRefusal(login)) return login.error === 'ValidationError' ? login : daemon;
  const relay = { ...toRelay(login), workspaceHere: await workspaceHere(terminal) };
  return telling(terminal, relay, options);
}

/** RED-2: the connection, and a line on stderr for what was removed from a text that was sent over it; it takes short ids (CMD-4). */
function telling(
  terminal: Terminal,
  connection: Connection,
  { workspace: slug }: ConnectOptions,
): Connection {
  const { note } = openOutput(terminal, { json: false });
  const whole = wholeIdsAt(connection, slug);
  const relay = connection.kind === 'relay' ? connection.target.url : undefined;
  const told = <Answer>(answer: Answer, isWrite: boolean) => {
    const named = namingService(answer, { relay, isWrite });
    return relay === undefined ? named : namingVariable(named, terminal, connection.key);
  };
  const call: Client['call'] = async (name, input, options) => {
    const meant = await whole(await withWholeCommit(terminal, input));
    if (isRefusal(meant)) return meant;
    const answer = told(
      await connection.client.call(name, meant, options),
      !operations[name].readOnly,
    );
    const sentences = redactionSentences(redactedIn(answer));
    if (sentences !== '') note(`coord: ${sentences}`);
    return answer;
  };
  return { ...connection, client: { call } };
}

/** CMD-4: what makes the ids of an input whole, by the lists of a workspace; without a slug of the daemon's, or the only one. */
export function wholeIdsAt(
  connection: Connection,
  slug: string | undefined,
): ReturnType<typeof wholeIds> {
  return wholeIds(connection.client, async () => {
    const workspace = await workspaceOf(connection, slug);
    return isRefusal(workspace) ? workspace : workspace.id;
  });
}

/** The daemon of the repository that the command is about, if it answers. */
export async function connectToDaemon(place: Place): Promise<Connection | Refusal> {
  const found = await findDaemon(place);
  if (isRefusal(found)) return found;
  const connection = toDaemon({ ...found, directory: place.directory });
  const health = await connection.client.call('health', {}, { timeoutMs: helloTimeoutMs });
  if (!isRefusal(health)) return connection;
  return refuse(
    'Unavailable',
    'The coord daemon of this repository does not answer. Start it again with: coord daemon',
  );
}

export function toDaemon({
  endpoint,
  token,
  directory,
}: {
  readonly endpoint: Pick<FoundDaemon['endpoint'], 'url' | 'socket'>;
  readonly token: string;
  /** The folder that the command is run in. */
  readonly directory?: string;
}): Connection {
  return open('daemon', { url: endpoint.url, socket: endpoint.socket, directory }, token);
}

export function toRelay({ relay, key }: Login): Connection {
  return open('relay', { url: relay }, key);
}

/** For what a relay lets anyone ask (ACC-1). */
export function withoutKey(relay: string): Client {
  return clientOf({ url: relay }, undefined);
}

function open(kind: Connection['kind'], target: Target, key: string): Connection {
  return { kind, target, key, client: clientOf(target, key) };
}

function clientOf(target: Target, key: string | undefined): Client {
  const basePath = basePathOf(target.url);
  return createClient({ dispatcher: dispatcherTo(target), key, basePath, timeoutSignal });
}

/** As `chosenRelay`; refused where none is named. */
export function loginOf(terminal: Terminal, options: ConnectOptions): Login | Refusal {
  return (
    chosenRelay(terminal, options) ??
    refuse(
      'Unavailable',
      'Name a relay with --relay URL, or sign in to one with: coord login --relay URL',
    )
  );
}

/** The daemon's own report. */
export function daemonStatus(daemon: DaemonAt): Promise<DaemonStatus | Refusal> {
  return askDaemon(daemon, { path: statusPath, timeoutMs: helloTimeoutMs });
}

/** The address of the relay that a connection ends at; undefined for one that is inside of the daemon. */
export async function relayOf(connection: Connection): Promise<string | Refusal | undefined> {
  if (connection.kind === 'relay') return connection.target.url;
  const status = await daemonStatus(connection);
  if (isRefusal(status)) return status;
  return status.relay.embedded === true ? undefined : status.relay.url;
}

/** The workspace that a command is about. */
export async function workspaceOf(
  connection: Connection,
  named: string | undefined,
): Promise<WorkspaceReference | Refusal> {
  const slug = named ?? connection.workspaceHere;
  if (isRefusal(slug)) return slug;
  if (connection.kind === 'daemon' && slug === undefined) return workspaceOfDaemon(connection);
  const answer = await connection.client.call('listWorkspaces', { limit: 500 });
  if (isRefusal(answer)) return answer;
  const { workspaces } = answer;
  const found = slug === undefined ? only(workspaces) : workspaces.find((one) => one.slug === slug);
  if (found !== undefined) return found;
  const slugs = workspaces
    .map((one) => one.slug)
    .sort()
    .join(', ');
  if (workspaces.length === 0) return inNone(connection);
  return slug === undefined
    ? refuse('ValidationError', `Say which workspace with --workspace SLUG. Yours are: ${slugs}.`)
    : refuse('NotFound', `You are in no workspace ${slug}. Yours are: ${slugs}.`);
}

/** A daemon that only starts is not found yet, and may be of another relay than the login. */
function inNone({ kind, target }: Connection): Refusal {
  const where = kind === 'relay' ? ` of ${target.url}` : '';
  return refuse(
    'NotFound',
    `You are in no workspace${where} yet. Make one with: coord workspace create NAME`,
  );
}

async function workspaceOfDaemon(connection: Connection): Promise<WorkspaceReference | Refusal> {
  let status = await daemonStatus(connection);
  while (!isRefusal(status) && isStarting(status)) status = await daemonStatus(connection);
  if (isRefusal(status)) return status;
  return (
    status.workspace ??
    refuse(
      'Unavailable',
      'The daemon is still connecting to its relay. Try again in a moment; how it is: coord status',
    )
  );
}

/** OFF-7: such a daemon takes its time to answer, so nobody has to wait between two questions. */
function isStarting({ workspace, relay }: DaemonStatus): boolean {
  return workspace === null && (relay.connecting_ms ?? Infinity) < firstLinkWithinMs;
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
