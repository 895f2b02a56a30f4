import { UserPlus } from 'lucide-preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { SearchField } from '../../../kit/forms/field.tsx';
import { More, Rows } from '../../../kit/lists/rows.tsx';
import { Page } from '../../../kit/page.tsx';
import { useAddress } from '../../../place/address.ts';
import { forAdmins, isAdmin, usePlace } from '../../../place/place.ts';
import { nothing, useAtWork, useMembers } from '../member/member.ts';
import { isFound } from '../member/roles.ts';
import { Invitations, useInvitations } from './invitations.tsx';
import { invite } from './invite.tsx';
import { LastSigns } from './last-signs.ts';
import { MemberRow } from './member-row.tsx';
import './list.css';

/** DSH-74: everybody in the workspace, and who is invited. */
export function MemberList() {
  const place = usePlace();
  const { query, setQuery } = useAddress();
  const members = useMembers();
  const invitations = useInvitations();
  const work = useAtWork();
  const signs = useLastSigns();
  const words = query.get('q') ?? '';
  const shown = members.items.value.filter((member) => isFound(member, words));
  const mayInvite = isAdmin(place);
  return (
    <Page
      title="People"
      isReady={members.state.value !== 'loading' && invitations.isReady}
      actions={
        <>
          <SearchField label="Find a member" value={words} onInput={(q) => setQuery({ q })} />
          <Button
            kind="primary"
            disabled={!mayInvite}
            title={mayInvite ? undefined : forAdmins}
            onClick={() => void invite(place, invitations.load)}
          >
            <UserPlus size={15} aria-hidden /> Invite
          </Button>
        </>
      }
    >
      <section class="people" aria-label="Members">
        <div class="people-head" aria-hidden="true">
          <span>Name</span>
          <span class="people-email">Address</span>
          <span>Role</span>
          <span class="people-work">Agents at work</span>
          <span class="people-sign">Last sign</span>
        </div>
        <Rows label="Members">
          {shown.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              work={work.get(member.user_id) ?? nothing}
              lastSign={signs.byUser.value.get(member.user_id)}
            />
          ))}
        </Rows>
        {shown.length === 0 && members.state.value === 'ready' && (
          <p class="people-none quiet">Nobody is called so.</p>
        )}
        <More list={members} />
      </section>
      {mayInvite && <Invitations {...invitations} />}
    </Page>
  );
}

function useLastSigns(): LastSigns {
  const place = usePlace();
  const signs = useMemo(() => new LastSigns(place), [place.live]);
  useEffect(() => place.live.onEvents((events) => signs.follow(events)), [signs]);
  useEffect(() => {
    if (place.live.loaded.value > 0) void signs.load();
  }, [signs, place.live.loaded.value]);
  return signs;
}
