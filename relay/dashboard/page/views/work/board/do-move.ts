import { asData } from '../../../../../../shared/kernel/display.ts';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import type { Place } from '../../../place/place.ts';
import type { Move } from './moves.ts';

/** Does a move; DSH-4: asks before one that is final, and offers to take back the others. */
export async function doMove(
  { client, workspace }: Place,
  task: TaskRecord,
  { label, change, done, undo, question }: Move,
): Promise<void> {
  if (question !== undefined) {
    const text = question.text.replace(task.title, () => asData(task.title, 80));
    if (!(await ask({ title: question.title, text, yes: label }))) return;
  }
  const one = { id: workspace.value.id, task_id: task.id };
  const call: Promise<TaskRecord | Refusal> =
    change === undefined
      ? client.call('claimTask', one)
      : client.call('changeTask', { ...one, ...change });
  await act(call, {
    done,
    ...(undo !== undefined && { undo: () => client.call('changeTask', { ...one, ...undo }) }),
  });
}
