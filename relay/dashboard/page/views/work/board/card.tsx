import { asData } from '../../../../../../shared/kernel/display.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { TaskMenu } from './task-menu.tsx';

/** One task of the board: what, where, who, and what it waits for. */
export function Card({ task }: { readonly task: TaskRecord }) {
  const { href } = usePlace();
  const waits = task.waits_for.length;
  return (
    <li class="board-card" data-task={task.id}>
      <div class="board-card-head">
        <Link to={href('work', 'tasks', task.id)} data-row class="board-card-title">
          {asData(task.title)}
        </Link>
        <TaskMenu task={task} />
      </div>
      <div class="board-card-foot">
        <span class="faint cut">{asData(task.workstream, 64)}</span>
        {waits > 0 && <span class="work-waits nowrap">waits for {waits}</span>}
        <span class="board-card-who">
          {task.assignee_name === undefined ? (
            <span class="faint">
              <Ago at={task.ended_at ?? task.created_at} />
            </span>
          ) : (
            <Who name={task.assignee_name} id={task.assignee_session} />
          )}
        </span>
      </div>
    </li>
  );
}
