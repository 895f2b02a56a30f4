import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/waiting.ts';
import type { CoordCommand, Service } from './coord-command.ts';
import { cloneProject, createProject, type Project } from './project.ts';

/** One relay, and two developers with a clone and a daemon each. */
export interface Team {
  ada: Developer;
  bo: Developer;
  stop(): Promise<void>;
}

export interface Developer {
  clone: Project;
  /** The environment that this developer's client needs beside its own. */
  env: Record<string, string>;
  /** Waits until this developer's daemon shows, or no longer shows, a reservation of a symbol. */
  waitForReservation(symbolId: string, held: boolean): Promise<unknown>;
  /** The live sessions that this developer's daemon shows. */
  sessions(): Promise<Session[]>;
}

interface Session {
  id: string;
  agent_type: string;
  current_task: string;
}

interface Account {
  user_id: string;
  key: string;
}

interface Reservation {
  symbol_ids: string[];
}

const slug = 'team';

/** `clients` are the names that `coord init` is given. */
export async function startTeam(coord: CoordCommand, ...clients: string[]): Promise<Team> {
  const data = await mkdtemp(join(tmpdir(), 'coord-relay-'));
  const ada = await addUser(coord, data, 'Ada');
  const bo = await addUser(coord, data, 'Bo');
  const relay = await coord.start<{ url: string }>(['relay', '--port', '0', '--data', data]);
  const workspaceId = await makeWorkspace(relay.ready.url, ada, bo);
  const origin = await createProject();
  const joining = { coord, clients, origin, relayUrl: relay.ready.url, workspaceId };
  const joined = [await joinTeam(joining, ada), await joinTeam(joining, bo)] as const;
  return {
    ada: joined[0].developer,
    bo: joined[1].developer,
    stop: async () => {
      for (const { leave } of joined) await leave();
      await relay.stop();
      await Promise.all([origin.remove(), rm(data, { recursive: true, force: true })]);
    },
  };
}

function addUser(coord: CoordCommand, data: string, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.org`;
  return coord.run(['relay', 'user', 'add', '--email', email, '--name', name, '--data', data]);
}

async function makeWorkspace(url: string, owner: Account, member: Account): Promise<string> {
  const made = await call<{ id: string }>(`${url}/workspaces`, owner.key, { name: 'Team', slug });
  const added = { user_id: member.user_id, role: 'member' };
  await call(`${url}/workspaces/${made.id}/members`, owner.key, added);
  return made.id;
}

interface Joining {
  coord: CoordCommand;
  clients: string[];
  origin: Project;
  relayUrl: string;
  workspaceId: string;
}

async function joinTeam(
  { coord, clients, origin, relayUrl, workspaceId }: Joining,
  { key }: Account,
): Promise<{ developer: Developer; leave: () => Promise<void> }> {
  const clone = await cloneProject(origin);
  const home = await mkdtemp(join(tmpdir(), 'coord-home-'));
  await coord.run(['init', ...clients.flatMap((name) => ['--client', name])], {
    cwd: clone.folder,
    home,
  });
  const where = ['--repo', clone.folder, '--port', '0', '--workspace', slug];
  const daemon: Service<{ url: string }> = await coord.start(
    ['daemon', ...where, '--relay', relayUrl, '--key', key],
    { cwd: clone.folder, home },
  );
  const workspace = `${daemon.ready.url}/workspaces/${workspaceId}`;
  const developer: Developer = {
    clone,
    env: { COORD_HOME: home },
    waitForReservation: (symbolId, held) =>
      eventually(
        `${symbolId} ${held ? 'held' : 'free'}`,
        async () =>
          (await call<Reservation[]>(`${workspace}/reservations`, key)).some(isOn(symbolId)) ===
            held || undefined,
      ),
    sessions: () => call(`${workspace}/sessions`, key),
  };
  const leave = async () => {
    await daemon.stop();
    await Promise.all([clone.remove(), rm(home, { recursive: true, force: true })]);
  };
  return { developer, leave };
}

function isOn(symbolId: string): (reservation: Reservation) => boolean {
  return (reservation) => reservation.symbol_ids.includes(symbolId);
}

async function call<Result>(url: string, key: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Result;
}
