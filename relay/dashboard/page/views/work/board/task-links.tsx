import { useEffect, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { Link } from '../../../kit/link.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { usePlace } from '../../../place/place.ts';
import { StateMark } from './state-mark.tsx';
import { useTasksOf } from './use-tasks.ts';

const endedPage = 50;

/** What a task waits for, and the open ones that wait for it. */
export function TaskLinks({ task }: { readonly task: TaskRecord }) {
  const prerequisites = usePrerequisitesOf(task);
  const { open } = useTasksOf({}, endedPage);
  const waiting = open.items.value.filter(({ depends_on: ids }) => ids.includes(task.id));
  return (
    <div class="task-links">
      <TaskList title="Depends on" none="On no other task." tasks={prerequisites} />
      <TaskList title="Needed by" none="No open task waits for it." tasks={waiting} />
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
