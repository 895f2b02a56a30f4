import { join } from 'node:path';
import type { Output as Answer } from '../../../shared/api/operations.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import { loginsFile } from '../../../shared/node/logins.ts';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connect,
  relayOf,
  workspaceOf,
  type Connection,
  type ConnectOptions,
} from '../../connection/connect.ts';
import type { Terminal } from '../../terminal/terminal.ts';

type Profile = Answer<'profile'>;

/** `coord whoami`. */
export async function whoami(
  { terminal, output }: Context,
  options: ConnectOptions,
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const profile = await connection.client.call('profile', {});
  if (isRefusal(profile)) return profile;
  const relay = await relayOf(connection);
  if (isRefusal(relay)) return relay;
  const workspace = await membershipOf(connection, profile, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const { id: user_id, name, email } = profile;
  const key = keySource(terminal, connection, options);
  const answer = { user_id, name, email, relay: relay ?? null, workspace: workspace ?? null, key };
  output.show(answer, () =>
    [
      `user       ${asData(name)} <${asData(email)}>, ${user_id}`,
      `relay      ${relay ?? 'inside of the daemon'}`,
      `workspace  ${workspaceText(profile, workspace)}`,
      `key        ${asExact(key.from)}`,
    ].join('\n'),
  );
  return 0;
}

type Membership = Profile['workspaces'][number];

/** The workspace that commands here are about; undefined in none, and where they would have to name one. */
async function membershipOf(
  connection: Connection,
  { workspaces }: Profile,
  named: string | undefined,
): Promise<Membership | Refusal | undefined> {
  if (connection.kind === 'relay' && named === undefined) {
    const { workspaceHere: here } = connection;
    if (here !== undefined) return workspaces.find(({ slug }) => slug === here);
    return workspaces.length === 1 ? workspaces[0] : undefined;
  }
  const found = await workspaceOf(connection, named);
  return isRefusal(found) ? found : workspaces.find(({ id }) => id === found.id);
}

function workspaceText({ workspaces }: Profile, one: Membership | undefined): string {
  if (one !== undefined) return `${one.slug}, as ${one.role}`;
  if (workspaces.length === 0) return 'none yet. Make one with: coord workspace create NAME';
  const all = workspaces.map(({ slug, role }) => `${slug} (${role})`).join(', ');
  return `none named. Yours are: ${all}`;
}

interface KeySource {
  readonly source: 'option' | 'daemon' | 'environment' | 'login';
  readonly from: string;
}

/** LOC-6: in the order in which `connect` looks for it. */
function keySource(terminal: Terminal, { kind }: Connection, { key }: ConnectOptions): KeySource {
  if (key !== undefined) return { source: 'option', from: '--key or --key-file' };
  if (kind === 'daemon')
    return { source: 'daemon', from: 'the one that the daemon of this repository runs with' };
  if (terminal.environment['COORD_KEY']?.trim())
    return { source: 'environment', from: 'COORD_KEY in the environment' };
  const file = join(stateFolder(terminal), loginsFile);
  return { source: 'login', from: `the login in ${file}` };
}
