import { ChevronsLeft, ChevronsRight } from 'lucide-preact';
import type { TaskRecord, TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { IconButton } from '../../../kit/button.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import type { Records } from '../../../state/records.ts';
import { Card } from './card.tsx';
import { columnTitles } from './columns.ts';
import { StateMark } from './state-mark.tsx';

interface ColumnProps {
  readonly status: TaskStatus;
  readonly tasks: readonly TaskRecord[];
  /** Where its tasks come from. */
  readonly pages: Records<TaskRecord>;
  readonly isFolded: boolean;
  /** How many there are behind the fold. */
  readonly foldedCount: number;
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
  const { status, tasks, pages, isFolded, foldedCount, onFold } = props;
  const title = columnTitles[status];
  if (isFolded)
    return (
      <button class="board-fold" onClick={onFold} title="Show what was cancelled">
        <ChevronsLeft size={14} aria-hidden />
        <span>
          {title} <span class="numbers">{foldedCount}</span>
        </span>
      </button>
    );
  const isLoaded = pages.isLoaded.value;
  const count = isLoaded ? `${tasks.length}${pages.hasMore.value ? '+' : ''}` : '';
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
      {(status === 'done' || status === 'cancelled' || status === 'todo') && <More list={pages} />}
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
