import { ChevronsLeft, ChevronsRight } from 'lucide-preact';
import type { TaskRecord, TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { IconButton } from '../../../kit/button.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import type { Records } from '../../../state/records.ts';
import { columnTitles } from './columns.ts';
import { StateMark } from './state-mark.tsx';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { TaskMenu } from './task-menu.tsx';

interface ColumnProps {
  readonly status: TaskStatus;
  readonly tasks: readonly TaskRecord[];
  /** Where its tasks come from. */
  readonly pages: Records<TaskRecord>;
  readonly isFolded: boolean;
  onFold(): void;
}

const empties: Readonly<Record<TaskStatus, string>> = {
  todo: 'Nothing waits to be claimed.',
  in_progress: 'Nobody works on a task.',
  blocked: 'Nothing waits for another task.',
  done: 'Nothing is done yet.',
  cancelled: 'Nothing was cancelled.',
};

export function Column(props: ColumnProps) {
  const { status, tasks, pages, isFolded, onFold } = props;
  const title = columnTitles[status];
  const isLoaded = pages.isLoaded.value;
  const count = isLoaded ? `${pages.items.value.length}${pages.hasMore.value ? '+' : ''}` : '';
  if (isFolded)
    return (
      <button class="board-fold" onClick={onFold} title="Show what was cancelled">
        <ChevronsLeft size={14} aria-hidden />
        <span>
          {title} <span class="numbers">{count}</span>
        </span>
      </button>
    );
  return (
    <section class="board-column" aria-labelledby={`board-${status}`} data-state={status}>
      <h2 id={`board-${status}`}>
        <StateMarkOnly status={status} />
        {title} <span class="faint numbers">{count}</span>
        {status === 'cancelled' && (
          <IconButton label="Fold what was cancelled" onClick={onFold}>
            <ChevronsRight size={14} aria-hidden />
          </IconButton>
        )}
      </h2>
      {tasks.length === 0 && (
        <p class="board-none faint">{isLoaded ? empties[status] : 'Not loaded yet.'}</p>
      )}
      <ul>
        {tasks.map((task) => (
          <Card key={task.id} task={task} />
        ))}
      </ul>
      <More list={pages} />
    </section>
  );
}

/** Beside its own word. */
function StateMarkOnly({ status }: { readonly status: TaskStatus }) {
  return (
    <span aria-hidden="true">
      <StateMark status={status} />
    </span>
  );
}

/** One task of the board: what, where, who, and what it waits for. */
function Card({ task }: { readonly task: TaskRecord }) {
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
