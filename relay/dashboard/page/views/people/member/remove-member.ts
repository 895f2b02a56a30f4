import { shownUser } from '../../../../../../shared/kernel/display.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { nothing, useAtWork, type Member } from './member.ts';
import { whatEnds, whyNotRemoved } from './roles.ts';

interface Removal {
  readonly isMe: boolean;
  readonly label: string;
  /** Why the person may not; undefined where they may. */
  readonly whyNot: string | undefined;
  /** Asks first; whether it was done. */
  run(): Promise<boolean>;
}

/** The end of a membership: by an admin, or by the member. */
export function useRemoval(member: Member): Removal {
  const { client, me, workspace } = usePlace();
  const work = useAtWork().get(member.user_id) ?? nothing;
  const { id, name, role } = workspace.value;
  const isMe = member.user_id === me.id;
  const who = shownUser(member.name);
  return {
    isMe,
    label: isMe ? 'Leave' : `Remove ${who}`,
    whyNot: isMe ? undefined : whyNotRemoved(role, member.role),
    async run() {
      const ends = { agents: work.agents.length, holds: work.holds };
      const isSure = await ask({
        title: isMe ? `Leave ${shownUser(name)}?` : `Remove ${who}?`,
        text: whatEnds(who, ends),
        yes: isMe ? 'Leave' : 'Remove',
      });
      if (!isSure) return false;
      const removing = client.call('removeMember', { id, userId: member.user_id });
      return (await act(removing, { done: `${who} is no longer a member.` })) !== undefined;
    },
  };
}
