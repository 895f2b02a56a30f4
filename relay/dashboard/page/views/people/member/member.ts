import { useMemo } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import { refuse } from '../../../../../../shared/kernel/refusal.ts';
import { usePlace } from '../../../place/place.ts';
import { idsChangedBy } from '../../../state/changed-records.ts';
import { useRecords, type Records } from '../../../state/records.ts';
import type { Agent } from '../../../state/team.ts';
import { byRoleAndName } from './roles.ts';

export type Member = Output<'listMembers'>['members'][number];

const pageSize = 200;

/** The members, kept up as they come, go and get other roles. */
export function useMembers(): Records<Member> {
  return useRecords<Member>(({ client, id }) => {
    const removed = new Set<string>();
    return {
      list: (before) =>
        pageOf(client.call('listMembers', { id, limit: pageSize, before }), (answer) =>
          answer.members.toSorted(byRoleAndName),
        ),
      idOf: (member) => member.user_id,
      changedBy(event) {
        if (event.type === 'member_removed') removed.add(event.user_id);
        if (event.type === 'member_added') removed.delete(event.user_id);
        return idsChangedBy(event, 'member');
      },
      // The log has said that they are gone: there is nothing to ask.
      one: async (userId) =>
        removed.has(userId)
          ? refuse('NotFound', 'No such member.')
          : client.call('memberDetail', { id, userId }),
      order: byRoleAndName,
    };
  });
}

/** What of the team is somebody's, now. */
export interface AtWork {
  /** Who began first comes first. */
  readonly agents: readonly Agent[];
  /** How many symbols and files they have reserved. */
  readonly holds: number;
}

export const nothing: AtWork = { agents: [], holds: 0 };

/** Everybody's agents and reservations, by user id. */
export function useAtWork(): ReadonlyMap<string, AtWork> {
  const team = usePlace().live.team.value;
  return useMemo(() => {
    const found = new Map<string, { agents: Agent[]; holds: number }>();
    for (const agent of team.agents.values()) {
      const one = found.get(agent.userId) ?? { agents: [], holds: 0 };
      one.agents.push(agent);
      found.set(agent.userId, one);
    }
    for (const { sessionId } of team.holds.values()) {
      const one = found.get(team.agents.get(sessionId)?.userId ?? '');
      if (one !== undefined) one.holds += 1;
    }
    for (const { agents } of found.values()) agents.sort((a, b) => a.startedAt - b.startedAt);
    return found;
  }, [team]);
}
