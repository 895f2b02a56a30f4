import { UserPlus, LogOut, UserMinus } from 'lucide-preact';
import { useEffect, useMemo } from 'preact/hooks';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { SearchField } from '../../../kit/forms/field.tsx';
import { More, Rows } from '../../../kit/lists/rows.tsx';
import { Page } from '../../../kit/page.tsx';
import { useAddress } from '../../../place/address.ts';
import { forAdmins, isAdmin, usePlace } from '../../../place/place.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who, WhoMark } from '../../../kit/who.tsx';
import { nothing, useAtWork, useMembers, type AtWork, type Member } from '../member/member.ts';
import { isFound } from '../member/roles.ts';
import { useRemoval, RolePick } from '../member/role-pick.tsx';
import { Invitations, useInvitations } from './invitations.tsx';
import { invite } from './invite.tsx';
import { useWhenThere } from '../../../state/record.ts';
import { LastSigns } from './last-signs.ts';
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
            onClick={() => void invite(place.key, invitations.load)}
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
  useWhenThere(place.live, () => signs.load(), [signs]);
  return signs;
}

interface MemberRowProps {
  readonly member: Member;
  readonly work: AtWork;
  /** In milliseconds; undefined where none came within a day. */
  readonly lastSign: number | undefined;
}

/** One member: who, what they may do, which agents of theirs are at work, and their last sign. */
function MemberRow({ member, work, lastSign }: MemberRowProps) {
  const { href } = usePlace();
  const removal = useRemoval(member);
  const Icon = removal.isMe ? LogOut : UserMinus;
  return (
    <li class="people-row">
      <Link to={href('people', member.user_id)} data-row class="people-who">
        <Who name={member.name} />
        {removal.isMe && <span class="faint">you</span>}
      </Link>
      <span class="people-email cut" title={asData(member.email)}>
        {asData(member.email)}
      </span>
      <RolePick member={member} />
      <AgentsAtWork work={work} />
      <span class="people-sign numbers">
        {lastSign === undefined ? (
          <span title="No agent of theirs has given a sign in the last 24 hours">–</span>
        ) : (
          <Ago at={lastSign} />
        )}
      </span>
      <IconButton
        label={removal.whyNot ?? removal.label}
        disabled={removal.whyNot !== undefined}
        onClick={() => void removal.run()}
      >
        <Icon size={15} aria-hidden />
      </IconButton>
    </li>
  );
}

const mostMarks = 6;

function AgentsAtWork({ work: { agents, holds } }: { readonly work: AtWork }) {
  if (agents.length === 0) return <span class="people-work faint">–</span>;
  const clients = [...new Set(agents.map(({ client }) => asData(client)))].join(', ');
  const tasks = agents.map(({ task, client }) => asData(task, 80) || asData(client));
  return (
    <span class="people-work" title={tasks.map(shown).join('\n')}>
      <span class="people-marks" aria-hidden="true">
        {agents.slice(0, mostMarks).map(({ id }) => (
          <WhoMark key={id} id={id} isAgent />
        ))}
      </span>
      <b class="numbers">{agents.length}</b>
      <span class="cut faint">{clients}</span>
      {holds > 0 && <span class="people-holds faint numbers">{holds} reserved</span>}
    </span>
  );
}

const shown = (task: string) => shownUser(task, 80);
