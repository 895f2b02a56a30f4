import type { ExtractedItems } from './extracted-items.ts';
import { selectNamesOfMembers } from './review-queries.ts';
import type { Db } from '../store/schema.ts';

/** A member as people call them. */
export interface NamedMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * MTG-27: the one member whom these words mean: by their whole name or address, else by their first name or what stands before the @ of their
 * address, in any case. Undefined when they mean nobody, or several.
 */
export function memberMeant<One extends Omit<NamedMember, 'id'>>(
  members: readonly One[],
  said: string,
): One | undefined {
  const called = plain(said).replace(/^@/, '');
  if (called === '') return undefined;
  const whole = members.filter(({ name, email }) => [name, email].map(plain).includes(called));
  const short = members.filter((one) => shortNames(one).includes(called));
  const [only, another] = whole.length > 0 ? whole : short;
  return another === undefined ? only : undefined;
}

/** MTG-27: whether words mean the member of this id; of several with one name, each has it. */
export function isMeant(members: readonly NamedMember[], said: string, id: string): boolean {
  const member = members.find((one) => one.id === id);
  if (member === undefined) return false;
  return memberMeant(members, said)?.id === id || plain(member.name) === plain(said);
}

function shortNames({ name, email }: Omit<NamedMember, 'id'>): string[] {
  return [plain(name).split(' ')[0] ?? '', plain(email).split('@')[0] ?? ''];
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** MTG-27: who does an action item, by the name of the member where one is meant. A name that is only written in another case stays. */
export async function withMembers<Items extends ExtractedItems>(
  reader: Db,
  workspaceId: string,
  items: Items,
): Promise<Items> {
  if (items.actions.every(({ assignee }) => assignee === '')) return items;
  const members = await selectNamesOfMembers(reader, workspaceId);
  const actions = items.actions.map((one) => {
    const name = memberMeant(members, one.assignee)?.name ?? one.assignee;
    return plain(name) === plain(one.assignee) ? one : { ...one, assignee: name };
  });
  return { ...items, actions };
}
