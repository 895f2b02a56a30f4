import { asData } from '../../../../../../shared/kernel/display.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { byColumn, columns } from '../board/columns.ts';
import { openTaskForm } from '../board/task-form.tsx';
import { StateMark } from '../board/state-mark.tsx';
import { useTasksOf } from '../board/use-tasks.ts';

const mostEnded = 20;

/** The tasks of one workstream: what is open first, then what has ended last. */
export function WorkstreamTasks({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const place = usePlace();
  const { slug, status } = workstream;
  const { open, done } = useTasksOf({ workstream: slug }, mostEnded);
  const groups = byColumn([...open.items.value, ...done.items.value]);
  const tasks = columns.flatMap((column) => groups[column]);
  const isKnown = open.state.value !== 'loading' && done.state.value !== 'loading';
  return (
    <section aria-labelledby="work-tasks">
      <h2 id="work-tasks">
        Tasks <Link to={`${place.href('work', 'tasks')}?workstream=${slug}`}>board</Link>
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
    </section>
  );
}
