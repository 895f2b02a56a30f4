import type { Output } from '../../../../shared/api/operations.ts';
import { allPages, pageOf } from '../../../../shared/kernel/pages.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { changes } from './changed-records.ts';
import { useRecord } from './record.ts';

export type Member = Output<'listMembers'>['members'][number];

const pageSize = 500;
const mostMembers = 5_000;

/** Who is in the workspace, by name; none until they are known. */
export function useMembers(): readonly Member[] {
  const { client, workspace } = usePlace();
  const id = workspace.value.id;
  const read = async (): Promise<readonly Member[] | Refusal> => {
    const all = await allPages(
      (before) =>
        pageOf(client.call('listMembers', { id, limit: pageSize, before }), (page) => page.members),
      mostMembers,
    );
    return isRefusal(all) ? all : all.sort((a, b) => a.name.localeCompare(b.name));
  };
  const members = useRecord(() => ({
    read,
    isChangedBy: (event) => changes(event, 'member'),
  })).value.value;
  return members === undefined || isRefusal(members) ? [] : members;
}

/** What somebody is called, by their user id; the id of who is no member any more. */
export function nameOf(members: readonly Member[], userId: string): string {
  return members.find(({ user_id: id }) => id === userId)?.name ?? userId;
}
