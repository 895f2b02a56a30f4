import type { DemoRelay } from '../demo-relay.ts';
import type { Account } from '../stage.ts';
import { people, personNames, type PersonName } from '../team/people.ts';

export interface Founded {
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly accounts: Readonly<Record<PersonName, Account>>;
}

/** The workspace with its first owner; nobody else and nothing in it. */
export async function foundWorkspace(
  relay: DemoRelay,
): Promise<{ workspace: Founded['workspace']; owner: Account }> {
  const [first] = personNames as [PersonName];
  const { name, email } = people[first];
  const slug = 'harbor';
  const made = await relay.bootstrap({ name, email, workspaceSlug: slug, workspaceName: 'Harbor' });
  const caller = relay.callers.of(made.key);
  return { workspace: { id: made.workspaceId, slug }, owner: { id: made.userId, name, caller } };
}

/** Everybody joins by an invitation. */
export async function gatherTeam(
  relay: DemoRelay,
  { workspace, owner }: { workspace: Founded['workspace']; owner: Account },
): Promise<Founded['accounts']> {
  const [first, ...others] = personNames as [PersonName, ...PersonName[]];
  const accounts: Partial<Record<PersonName, Account>> = { [first]: owner };
  for (const one of others) {
    const { email, role, name } = people[one];
    const { invitation } = await owner.caller.call('invite', { id: workspace.id, email, role });
    const joined = await relay.callers.of(undefined).call('acceptInvitation', { invitation, name });
    accounts[one] = { id: joined.user_id, name, caller: relay.callers.of(joined.api_key) };
  }
  return accounts as Record<PersonName, Account>;
}

/** Keys of several machines, one of them revoked, and invitations that wait. */
export async function addKeysAndInvitations({ workspace, accounts }: Founded): Promise<void> {
  const { maren, tomas, jonas } = accounts;
  for (const name of ['laptop', 'office computer', 'ci'])
    await maren.caller.call('createKey', { name });
  const old = await maren.caller.call('createKey', { name: 'old laptop' });
  await maren.caller.call('revokeKey', { key_id: old.id });
  await tomas.caller.call('createKey', { name: 'build server' });
  await jonas.caller.call('createKey', { name: 'laptop' });
  const { id } = workspace;
  await tomas.caller.call('invite', { id, email: 'karin@harbor.example', role: 'member' });
  await maren.caller.call('invite', { id, email: 'louis@harbor.example', role: 'admin' });
}
