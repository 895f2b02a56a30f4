import { asData, asJson, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { WorkstreamLink } from '../common/workstream-link.tsx';
import { tasksChangedBy, columnTitles } from './columns.ts';
import { doMove } from './do-move.ts';
import { movesOf } from './moves.ts';
import { StateMark } from './state-mark.tsx';
import { TaskLinks } from './task-links.tsx';
import { TaskMenu } from './task-menu.tsx';
import './task-page.css';

/** DSH-65: one task: what has to be done, by whom, what it waits for and what waits for it. */
export function TaskPage({ id: taskId }: { readonly id: string }) {
  const { href } = usePlace();
  const found = useRecord<TaskRecord>(
    ({ client, id }) => ({
      read: () => client.call('getTask', { id, task_id: taskId }),
      isChangedBy: (event, before) => {
        const known = before === undefined || isRefusal(before) ? [] : before.depends_on;
        return tasksChangedBy(event, []).some((one) => one === taskId || known.includes(one));
      },
    }),
    [taskId],
  ).value.value;
  const above = { title: 'Tasks', to: href('work', 'tasks') };
  if (found === undefined || isRefusal(found))
    return <UnreadPage title="Task" above={above} refusal={found} none="This task is not shown" />;
  return (
    <Page title={found.title} above={above} isReady actions={<Actions task={found} />}>
      <Facts task={found} />
      {found.description === '' ? (
        <p class="work-text faint">Nothing more is said about it.</p>
      ) : (
        <p class="work-text">{asText(found.description)}</p>
      )}
      <TaskLinks task={found} />
      <Context value={found.context} />
    </Page>
  );
}

/** The first move as a button, the others in the menu. */
function Actions({ task }: { readonly task: TaskRecord }) {
  const place = usePlace();
  const [first] = movesOf(task, { myId: place.me.id, alive: place.live.team.value.agents });
  return (
    <>
      {first !== undefined && first.question === undefined && (
        <Button onClick={() => void doMove(place, task, first)}>{first.label}</Button>
      )}
      <TaskMenu task={task} />
    </>
  );
}

function Facts({ task }: { readonly task: TaskRecord }) {
  const { status, assignee_name: assignee, assignee_session: session } = task;
  return (
    <dl class="task-facts">
      <dt>State</dt>
      <dd>
        <span aria-hidden="true">
          <StateMark status={status} />
        </span>{' '}
        {columnTitles[status]}
      </dd>
      <dt>Workstream</dt>
      <dd>
        <WorkstreamLink slug={task.workstream} />
      </dd>
      <dt>{status === 'todo' ? 'Meant for' : 'Assignee'}</dt>
      <dd>
        {assignee === undefined ? (
          <span class="faint">whoever claims it</span>
        ) : (
          <Who name={assignee} id={session} />
        )}
      </dd>
      <dt>Made by</dt>
      <dd>
        <Who name={task.created_by_name} id={task.created_by_session} />{' '}
        <span class="faint">
          <Ago at={task.created_at} />
        </span>
      </dd>
      {task.started_at !== undefined && (
        <>
          <dt>Begun</dt>
          <dd>
            <Ago at={task.started_at} />
          </dd>
        </>
      )}
      {task.ended_at !== undefined && (
        <>
          <dt>Ended</dt>
          <dd>
            <Ago at={task.ended_at} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Whatever was sent along for the one who takes it. */
function Context({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return null;
  const isList = typeof value === 'object' && !Array.isArray(value);
  return (
    <section class="task-context" aria-labelledby="task-context">
      <h2 id="task-context">Context</h2>
      {isList ? (
        <dl class="task-facts">
          {Object.entries(value).map(([name, one]) => (
            <div key={name}>
              <dt>{asData(name, 60)}</dt>
              <dd>{typeof one === 'string' ? asText(one) : asJson(one)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <pre>{typeof value === 'string' ? asText(value) : asJson(value)}</pre>
      )}
    </section>
  );
}
