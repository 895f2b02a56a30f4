import { useRef } from 'preact/hooks';
import type { Role } from '../../../../../../shared/contract/fields.ts';
import { shownUser } from '../../../../../../shared/kernel/display.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { type Member, nothing, useAtWork } from './member.ts';
import { roles, roleWords, whyNotRole, whatEnds, whyNotRemoved } from './roles.ts';
import './role-pick.css';

/** The role of a member, which owners change here. */
export function RolePick({ member }: { readonly member: Member }) {
  const { client, me, workspace } = usePlace();
  const place = useRef<HTMLSelectElement>(null);
  const { id, role: own } = workspace.value;
  const { user_id, role } = member;
  const who = shownUser(member.name);
  const whyNot = whyNotRole(own);
  const give = (next: Role) => client.call('addMember', { id, user_id, role: next });
  const change = async (next: Role) => {
    const isSure = user_id !== me.id || (await askAboutOneself(next));
    const done = isSure
      ? await act(give(next), {
          done: `${who} is ${next} now: ${roleWords[next]}.`,
          // Whoever has given up a role cannot take it back.
          ...(user_id !== me.id && { undo: () => give(role) }),
        })
      : undefined;
    if (done === undefined && place.current !== null) place.current.value = role;
  };
  return (
    <select
      ref={place}
      class="role-pick"
      aria-label={`Role of ${who}`}
      title={whyNot ?? `${role}: ${roleWords[role]}`}
      disabled={whyNot !== undefined}
      value={role}
      onChange={({ currentTarget }) => void change(currentTarget.value as Role)}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function askAboutOneself(next: Role): Promise<boolean> {
  return ask({
    title: 'Give up your role?',
    text: `As ${next} you cannot take it back: another owner has to give it to you again.`,
    yes: `Become ${next}`,
  });
}

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
