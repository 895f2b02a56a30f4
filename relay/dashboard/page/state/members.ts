import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { useRecord } from './record.ts';

export type Member = Output<'listMembers'>['members'][number];

const pageSize = 500;
const mostPages = 10;
const changes: readonly string[] = ['member_added', 'member_removed'];

/** Who is in the workspace, by name; none until they are known. */
export function useMembers(): readonly Member[] {
  const { client, live, workspace } = usePlace();
  const id = workspace.value.id;
  const read = async (): Promise<readonly Member[] | Refusal> => {
    const all: Member[] = [];
    let before: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const from = before === undefined ? {} : { before };
      const answer = await client.call('listMembers', { id, limit: pageSize, ...from });
      if (isRefusal(answer)) return answer;
      all.push(...answer.members);
      before = answer.next_cursor;
      if (before === undefined) break;
    }
    return all.sort((a, b) => a.name.localeCompare(b.name));
  };
  const isChangedBy = ({ type }: { type: string }) => changes.includes(type);
  const members = useRecord(live, { read, isChangedBy }, [client, id]).value.value;
  return members === undefined || isRefusal(members) ? [] : members;
}

/** What somebody is called, by their user id; the id of who is no member any more. */
export function nameOf(members: readonly Member[], userId: string): string {
  return members.find(({ user_id: id }) => id === userId)?.name ?? userId;
}
