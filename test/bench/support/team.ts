import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BenchContext } from './bench.ts';
import { runCoord, startCoord } from './coord.ts';
import type { CoordOptions, CoordServer } from './coord.ts';
import type { HttpRequest } from './http.ts';
import { serialiseRequest } from './http.ts';
import { requireStatuses, runLoad } from './load.ts';
import type { Target } from './load.ts';

/** A relay with one user and one workspace. */
export type Team = { relay: CoordServer; key: string; workspaceId: string; slug: string };

/** Starts `coord relay` on a fresh SQLite file, or on the given database. */
export async function startTeam(
  context: BenchContext,
  { database }: { database?: string } = {},
): Promise<Team> {
  const { node, directory } = context;
  const home = join(directory, 'relay-home');
  const store = database === undefined ? [] : ['--database', database];
  const user = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada', ...store];
  const { key } = await runCoord(node, user, { home });
  const relay = await startCoord(context, ['relay', '--port', '0', ...store], { home });
  const slug = 'bench';
  const made = await callJson(relay.url, {
    method: 'POST',
    path: '/workspaces',
    key: String(key),
    body: { name: 'Bench', slug },
  });
  return { relay, key: String(key), workspaceId: String(made['id']), slug };
}

/** A daemon of the team, with the token that its own programs use. */
export type TeamDaemon = CoordServer & { token: string };

/** The command line and the environment of a daemon of the team; a key never stands in a command line. */
export function daemonProgram(
  { relay, key }: Team,
  { root, home, port = 0 }: DaemonPlace,
): { args: string[]; options: CoordOptions } {
  return {
    args: ['daemon', '--repo', root, '--port', `${port}`],
    options: { home, environment: { COORD_RELAY: relay.url, COORD_KEY: key } },
  };
}

export type DaemonPlace = { root: string; home: string; port?: number };

/** Starts `coord daemon` for the repository with a state of its own, and waits until it knows its workspace. */
export async function startDaemon(
  context: Pick<BenchContext, 'node' | 'defer'>,
  team: Team,
  place: DaemonPlace,
): Promise<TeamDaemon> {
  const { args, options } = daemonProgram(team, place);
  const daemon = await startCoord(context, args, options);
  const folder = dirname(String(daemon.ready['key_file']));
  const token = (await readFile(join(folder, 'token'), 'utf8')).trim();
  return { ...daemon, token };
}

export function targetOf({ url }: { url: string }): Target {
  return { host: '127.0.0.1', port: Number(new URL(url).port) };
}

/** The bytes of a request with a JSON body and a key. */
export function requestWith(
  key: string,
  { body, ...request }: Omit<HttpRequest, 'body' | 'headers'> & { body?: unknown },
): Buffer {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return serialiseRequest({ ...request, ...json, headers: { authorization: `Bearer ${key}` } });
}

/** The interface's own hook body. */
export function hookBody(team: Team, fields: HookFields): Record<string, unknown> {
  return { agent_type: 'bench', workspace_slug: team.slug, ...fields };
}

export type HookFields = {
  event: 'sessionStart' | 'preToolUse' | 'postToolUse';
  conversation_id: string;
  file_path?: string;
  tool_name?: string;
};

export function hookRequest(key: string, body: unknown): Buffer {
  return requestWith(key, { method: 'POST', path: '/workspaces/sessions/hook', body });
}

/** Reservations of whole files by other sessions, made through the relay; 100 files a session. */
export async function reserveFiles(team: Team, paths: readonly string[]): Promise<void> {
  const requests = paths.map((path, index) =>
    hookRequest(
      team.key,
      hookBody(team, {
        event: 'postToolUse',
        conversation_id: `holder-${Math.floor(index / 100)}`,
        file_path: path,
      }),
    ),
  );
  const load = { target: targetOf(team.relay), connections: 64, requests };
  requireStatuses(await runLoad(load), [200]);
}

/** The daemon's `GET /status` until it fits. */
export async function untilStatus(
  { url, token }: TeamDaemon,
  fits: (status: DaemonFigures) => boolean,
): Promise<DaemonFigures> {
  for (;;) {
    const status = await callJson<DaemonFigures>(url, {
      method: 'GET',
      path: '/status',
      key: token,
    });
    if (fits(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export type DaemonFigures = {
  reservations: unknown[];
  index: { files: number; pending: number };
};

/** One request outside every measurement. Throws unless it succeeds. */
export async function callJson<Answer = Record<string, unknown>>(
  url: string,
  { method, path, key, body }: { method: string; path: string; key: string; body?: unknown },
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status} ${text}`);
  return JSON.parse(text);
}
