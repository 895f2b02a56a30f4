import type { Client } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

type Member = Output<'listMembers'>['members'][number];

/** The member with this address or user id; undefined when nobody of the workspace has it. */
export async function memberNamed(
  client: Client,
  workspaceId: string,
  user: string,
): Promise<Member | undefined | Refusal> {
  const address = user.toLowerCase();
  let before: string | undefined;
  do {
    const page = await client.call('listMembers', { id: workspaceId, limit: 500, before });
    if (isRefusal(page)) return page;
    const found = page.members.find((one) => one.user_id === user || one.email === address);
    if (found !== undefined) return found;
    before = page.next_cursor;
  } while (before !== undefined);
  return undefined;
}

/** The id of a user who is named by id or by address. NotFound: no member has the address. */
export async function userIdOf(
  client: Client,
  workspaceId: string,
  user: string,
): Promise<string | Refusal> {
  if (!user.includes('@')) return user;
  const member = await memberNamed(client, workspaceId, user);
  if (isRefusal(member)) return member;
  if (member !== undefined) return member.user_id;
  return refuse('NotFound', `No member has the address ${user}. See: coord workspace members`);
}
