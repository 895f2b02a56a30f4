import { CircleCheck, CircleDashed, CircleDot, CircleSlash, CircleX } from 'lucide-preact';
import type { TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { columnTitles } from './columns.ts';

const icons = {
  todo: CircleDashed,
  in_progress: CircleDot,
  blocked: CircleSlash,
  done: CircleCheck,
  cancelled: CircleX,
} as const;

/** The state of a task as a small mark; its shape says it too. */
export function StateMark({ status }: { readonly status: TaskStatus }) {
  const Icon = icons[status];
  return (
    <span class="work-state" data-state={status} title={columnTitles[status]}>
      <Icon size={14} aria-hidden />
      <span class="unseen">{columnTitles[status]}</span>
    </span>
  );
}
