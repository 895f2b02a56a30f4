import { GitPullRequest, Lock } from 'lucide-preact';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Name } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { WhoMark } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { pathOfWorkstream } from '../common/parts.ts';
import { lastActivity, peopleOf } from './activity.ts';

/** What the columns are, for those who see them; each row says it in words. */
export function WorkstreamHead() {
  return (
    <div class="work-head work-streams" aria-hidden="true">
      <span>Workstream</span>
      <span>Branch</span>
      <span>Members</span>
      <span>Tasks</span>
      <span class="work-number">Commits</span>
      <span class="work-number">Active</span>
      <span />
    </div>
  );
}

export function WorkstreamRow({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const { href, live } = usePlace();
  const { slug, title, branch, visibility, members, progress } = workstream;
  return (
    <li class="work-row work-streams">
      <span class="work-title">
        <Link to={href('work', ...pathOfWorkstream(slug))} data-row class="work-open cut">
          {asData(title) || slug}
        </Link>
        {visibility === 'private' && (
          <Lock size={12} class="faint" aria-label="Private: its members and admins see it" />
        )}
      </span>
      <span class="work-branch cut faint">
        <Name text={branch} />
      </span>
      <People members={members} />
      <Progress {...progress} />
      <span class="work-number numbers quiet work-commits">
        {progress?.commits ?? 0}
        <span class="unseen"> commits</span>
      </span>
      <span class="work-number quiet">
        <Ago at={lastActivity(workstream, live.team.value.agents)} />
      </span>
      <span class="work-pull">
        <PullRequest workstream={workstream} />
      </span>
    </li>
  );
}

const mostMarks = 6;

function People({ members }: Pick<WorkstreamRecord, 'members'>) {
  const people = peopleOf(members);
  const words = people.map(({ name, agents }) =>
    agents === 0 ? shownUser(name) : `${shownUser(name)}: ${agents} at work`,
  );
  const [first] = people;
  if (first === undefined) return <span class="work-people faint">Nobody</span>;
  return (
    <span class="work-people" title={words.join('\n')}>
      <span class="work-marks" aria-hidden="true">
        {people.slice(0, mostMarks).map(({ userId, name, agents }) => (
          <WhoMark key={userId} id={name} isAway={agents === 0} />
        ))}
      </span>
      <span class="cut quiet">
        {shownUser(first.name)}
        {people.length > 1 && ` +${people.length - 1}`}
      </span>
    </span>
  );
}

/** How many tasks are done, of those that are not cancelled. */
export function Progress({
  tasks_done: done = 0,
  tasks_total: total = 0,
}: Partial<NonNullable<WorkstreamRecord['progress']>>) {
  if (total === 0) return <span class="work-progress faint">No tasks</span>;
  const label = `${done} of ${total} tasks done`;
  return (
    <span class="work-progress" title={label}>
      <progress
        value={done}
        max={total}
        aria-label={label}
        data-full={done === total || undefined}
      />
      <span class="numbers quiet" aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  );
}

export function PullRequest({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const { pr_url: url, title, slug } = workstream;
  if (url === undefined) return null;
  return (
    <a
      href={url}
      rel="noreferrer"
      target="_blank"
      class="work-above"
      aria-label={`Pull request of ${asData(title) || slug}`}
      title={asData(url)}
    >
      <GitPullRequest size={15} aria-hidden />
    </a>
  );
}
