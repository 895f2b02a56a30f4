import { asData, asJson, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { WorkstreamLink } from '../common/work-page.tsx';
import { tasksChangedBy, columnTitles, movesOf } from './columns.ts';
import { doMove, TaskMenu } from './task-menu.tsx';
import { StateMark } from './state-mark.tsx';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../../../kit/link.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { useTasksOf } from './use-tasks.ts';
import './board.css';

/** DSH-65: one task: what has to be done, by whom, what it waits for and what waits for it. */
export function TaskPage({ id: taskId }: { readonly id: string }) {
  const { href } = usePlace();
  const found = useRecord<TaskRecord>(
    ({ client, id }) => ({
      read: () => client.call('getTask', { id, task_id: taskId }),
      isChangedBy: (event, before) => {
        const known = before === undefined || isRefusal(before) ? [] : [before];
        return tasksChangedBy(event, known).includes(taskId);
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

const endedPage = 50;

/** What a task waits for, and the open ones that wait for it. */
function TaskLinks({ task }: { readonly task: TaskRecord }) {
  const prerequisites = usePrerequisitesOf(task);
  const { open } = useTasksOf({}, endedPage);
  const waiting = open.items.value.filter(({ depends_on: ids }) => ids.includes(task.id));
  return (
    <div class="task-links">
      <TaskList title="Depends on" none="On no other task." tasks={prerequisites} />
      <TaskList
        title="Needed by"
        none={
          open.hasMore.value
            ? `None of the newest ${open.items.value.length} open tasks waits for it.`
            : 'No open task waits for it.'
        }
        tasks={waiting}
      />
    </div>
  );
}

interface TaskListProps {
  readonly title: string;
  readonly none: string;
  readonly tasks: readonly TaskRecord[];
}

function TaskList({ title, none, tasks }: TaskListProps) {
  const { href } = usePlace();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {tasks.length === 0 && <p class="faint">{none}</p>}
      {tasks.length > 0 && (
        <Rows label={title}>
          {tasks.map(({ id, status, title: name, workstream }) => (
            <li key={id} class="work-row work-task-row">
              <StateMark status={status} />
              <Link to={href('work', 'tasks', id)} data-row class="work-open cut">
                {asData(name)}
              </Link>
              <span class="faint cut">{asData(workstream, 64)}</span>
            </li>
          ))}
        </Rows>
      )}
    </section>
  );
}

/** Asked for again when the task shows that one of them has ended. */
function usePrerequisitesOf({
  depends_on: ids,
  waits_for: open,
}: TaskRecord): readonly TaskRecord[] {
  const { client, workspace } = usePlace();
  const [found, setFound] = useState<readonly TaskRecord[]>([]);
  useEffect(() => {
    let isGone = false;
    const id = workspace.value.id;
    void Promise.all(ids.map((task_id) => client.call('getTask', { id, task_id }))).then(
      (answers) => !isGone && setFound(answers.filter((one) => !isRefusal(one))),
    );
    return () => {
      isGone = true;
    };
  }, [ids.join(), open.join()]);
  return found;
}
