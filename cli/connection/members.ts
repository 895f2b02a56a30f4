import type { Client } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { allPages, pageOf } from '../../shared/kernel/pages.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { idKinds } from './id-lists.ts';
import { wholeIdAmong } from './whole-ids.ts';

type Member = Output<'listMembers'>['members'][number];

/**
 * The member with this address, user id or beginning of one (CMD-4); undefined when nobody of the workspace has the address or the whole
 * id. NotFound: nobody's id begins so.
 */
export async function memberNamed(
  client: Client,
  id: string,
  user: string,
): Promise<Member | undefined | Refusal> {
  const members = await allPages((before) =>
    pageOf(client.call('listMembers', { id, limit: 500, before }), (page) => page.members),
  );
  if (isRefusal(members)) return members;
  const address = user.toLowerCase();
  if (user.includes('@')) return members.find(({ email }) => email === address);
  const titled = members.map((one) => ({ id: one.user_id, title: one.name }));
  const whole = wholeIdAmong(titled, idKinds.member, user);
  return isRefusal(whole) ? whole : members.find((one) => one.user_id === whole);
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
