import { asText, asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Badge, Button } from '../../../kit/button.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { Name } from '../../../kit/code.tsx';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useRecord } from '../../../state/record.ts';
import { Members, Reserved, StillOpen } from './members.tsx';
import { PullRequest, Progress } from './workstream-row.tsx';
import { WorkstreamActions } from './workstream-actions.tsx';
import { workstreamsChangedBy } from './activity.ts';
import { Link } from '../../../kit/link.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { byColumn, columns } from '../board/columns.ts';
import { openTaskForm } from '../board/task-form.tsx';
import { StateMark } from '../board/state-mark.tsx';
import { useTasksOf } from '../board/use-tasks.ts';
import { CommitRow } from '../gate/run-row.tsx';
import './workstream-page.css';

const tones = { active: 'accent', completed: 'good', abandoned: 'plain' } as const;

/** DSH-64: one workstream with its members, tasks, commits and reservations, and what keeps it from its end. */
export function WorkstreamPage({ id: slug }: { readonly id: string }) {
  const { href } = usePlace();
  const record = useRecord<WorkstreamRecord>(
    ({ client, id }) => ({
      read: () => client.call('getWorkstream', { id, slug, progress: true }),
      isChangedBy: (event, before) => {
        const known = before === undefined || isRefusal(before) ? [] : [before];
        if (event.type === 'file_reserved' || event.type === 'file_released')
          return known.some(({ members }) =>
            members.some((one) => one.session_id === event.session_id),
          );
        return workstreamsChangedBy(event, known).includes(slug);
      },
    }),
    [slug],
  );
  const found = record.value.value;
  const above = { title: 'Work', to: href('work') };
  if (found === undefined || isRefusal(found))
    return (
      <UnreadPage title={slug} above={above} refusal={found} none="This workstream is not shown">
        <p>It may be private, or have another name.</p>
      </UnreadPage>
    );
  return (
    <Page
      title={found.title || found.slug}
      above={above}
      isReady
      actions={<WorkstreamActions workstream={found} onChanged={record.put} />}
    >
      <Facts workstream={found} />
      {found.description !== '' && <p class="work-text">{asText(found.description)}</p>}
      <div class="work-columns">
        <div class="work-main">
          <WorkstreamTasks workstream={found} />
          <WorkstreamCommits slug={slug} />
        </div>
        <div class="work-side">
          {found.status === 'active' && <StillOpen workstream={found} />}
          <Members workstream={found} />
          <Reserved workstream={found} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const { status, visibility, branch, base_branch: base, reason, progress } = workstream;
  return (
    <div class="work-facts">
      <Badge tone={tones[status]}>{status}</Badge>
      {visibility === 'private' && <Badge>private</Badge>}
      <span class="quiet">
        <Name text={branch} /> from <Name text={base} />
      </span>
      <Progress {...progress} />
      <span class="quiet">
        started by <Who name={workstream.created_by_name} /> <Ago at={workstream.created_at} />
      </span>
      {workstream.ended_at !== undefined && (
        <span class="quiet">
          ended <Ago at={workstream.ended_at} />
        </span>
      )}
      <PullRequest workstream={workstream} />
      {reason !== undefined && <span class="quiet">{asText(reason)}</span>}
    </div>
  );
}

const mostEnded = 20;

/** The tasks of one workstream: what is open first, then what has ended last. */
function WorkstreamTasks({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const place = usePlace();
  const { slug, status } = workstream;
  const { open, done } = useTasksOf({ workstream: slug }, mostEnded);
  const groups = byColumn([...open.items.value, ...done.items.value]);
  const tasks = columns.flatMap((column) => groups[column]);
  const isAll = !open.hasMore.value && !done.hasMore.value;
  const board = `${place.href('work', 'tasks')}?workstream=${slug}`;
  const isKnown = open.state.value !== 'loading' && done.state.value !== 'loading';
  return (
    <section aria-labelledby="work-tasks">
      <h2 id="work-tasks">
        Tasks <Link to={board}>board</Link>
        {status === 'active' && (
          <Button size="s" kind="quiet" onClick={() => openTaskForm({ workstream: slug })}>
            New task
          </Button>
        )}
      </h2>
      {isKnown && tasks.length === 0 && (
        <p class="quiet">
          None yet. Tasks are work that is handed out: to an agent, or to whoever claims it.
        </p>
      )}
      {tasks.length > 0 && (
        <Rows label="Tasks">
          {tasks.map((task) => (
            <li key={task.id} class="work-row work-task-row">
              <StateMark status={task.status} />
              <Link to={place.href('work', 'tasks', task.id)} data-row class="work-open cut">
                {asData(task.title)}
              </Link>
              {task.waits_for.length > 0 && (
                <span class="work-waits nowrap">waits for {task.waits_for.length}</span>
              )}
              {task.assignee_name !== undefined && (
                <Who name={task.assignee_name} id={task.assignee_session} />
              )}
            </li>
          ))}
        </Rows>
      )}
      {!isAll && (
        <p class="quiet">
          These are the newest. <Link to={board}>All are on the board.</Link>
        </p>
      )}
    </section>
  );
}

const shown = 20;

/** The newest commits that passed the gate for it. */
function WorkstreamCommits({ slug }: { readonly slug: string }) {
  const { href } = usePlace();
  const found = useRecord(
    ({ client, id }) => ({
      read: () => client.call('listCommits', { id, workstream: slug, limit: shown }),
      isChangedBy: (event) => changes(event, 'commit', slug),
    }),
    [slug],
  ).value.value;
  const commits = found === undefined || isRefusal(found) ? [] : found.commits;
  return (
    <section aria-labelledby="work-commits">
      <h2 id="work-commits">
        Commits <Link to={`${href('work', 'commits')}?workstream=${slug}`}>all</Link>
      </h2>
      {found !== undefined && commits.length === 0 && (
        <p class="quiet">
          {isRefusal(found)
            ? found.message
            : 'None yet. A commit that passed the gate and was recorded appears here.'}
        </p>
      )}
      {commits.some(({ status }) => status === 'retracted') && (
        <p class="quiet">
          Retracted: the commit counts no longer for the gate, because who recorded it or an admin
          took its receipt back. Git still has it.
        </p>
      )}
      {commits.length > 0 && (
        <ul class="rows work-short" aria-label="Commits">
          {commits.map((commit) => (
            <CommitRow key={commit.receipt_id} commit={commit} isShort />
          ))}
        </ul>
      )}
    </section>
  );
}
