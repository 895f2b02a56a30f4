import { LogOut, UserMinus } from 'lucide-preact';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who, WhoMark } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import type { AtWork, Member } from '../member/member.ts';
import { useRemoval } from '../member/remove-member.ts';
import { RolePick } from '../member/role-pick.tsx';

interface MemberRowProps {
  readonly member: Member;
  readonly work: AtWork;
  /** In milliseconds; undefined where none came within a day. */
  readonly lastSign: number | undefined;
}

/** One member: who, what they may do, which agents of theirs are at work, and their last sign. */
export function MemberRow({ member, work, lastSign }: MemberRowProps) {
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
