import { useState } from 'preact/hooks';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { showDialog } from '../../../kit/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { DraftNote, useDraft } from '../../../kit/draft.tsx';
import { Field } from '../../../kit/field.tsx';
import { act } from '../../../kit/toast.tsx';
import { PlaceContext, type Place } from '../../../place/place.ts';
import { Prerequisites } from './prerequisites.tsx';
import { useActiveWorkstreams } from '../common/workstream-filter.tsx';
import { asData } from '../../../../../../shared/kernel/display.ts';

interface Begun {
  /** The one that is changed; a new one without it. */
  readonly task?: TaskRecord;
  /** Where a new one belongs. */
  readonly workstream?: string;
}

/** The form of a new task, or of one that is changed, above the page. */
export function openTaskForm(place: Place, begun: Begun): Promise<void> {
  return showDialog(begun.task === undefined ? 'New task' : 'Edit the task', ({ close }) => (
    // A dialog stands outside of the workspace's frame.
    <PlaceContext.Provider value={place}>
      <TaskForm place={place} begun={begun} onDone={close} />
    </PlaceContext.Provider>
  ));
}

interface Draft {
  readonly title: string;
  readonly description: string;
  /** The slug of the workstream that was picked; empty for the first. */
  readonly chosen: string;
  readonly dependsOn: readonly string[];
}

interface TaskFormProps {
  readonly place: Place;
  readonly begun: Begun;
  onDone(): void;
}

function TaskForm({ place, begun: { task, ...begun }, onDone }: TaskFormProps) {
  const active = useActiveWorkstreams();
  const kept = useDraft<Draft>(`task ${task?.id ?? ''}`, {
    title: task?.title ?? '',
    description: task?.description ?? '',
    chosen: task?.workstream ?? begun.workstream ?? '',
    dependsOn: task?.depends_on ?? [],
  });
  const { title, description, chosen, dependsOn } = kept.draft;
  const set = (changes: Partial<Draft>) => kept.change({ ...kept.draft, ...changes });
  const [isBusy, setBusy] = useState(false);
  const workstream = chosen || (active[0]?.slug ?? '');
  const hasBegun = task !== undefined && task.status !== 'todo' && task.status !== 'blocked';
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const saved = await save(place, { task, title, description, workstream, dependsOn });
    setBusy(false);
    if (saved === undefined) return;
    kept.forget();
    onDone();
  };
  return (
    <form class="work-form" onSubmit={(event) => void submit(event)}>
      <DraftNote isBack={kept.isBack} onForget={kept.forget} />
      <Field label="Title">
        {(field) => (
          <input
            {...field}
            required
            autofocus
            value={title}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        )}
      </Field>
      {task === undefined && (
        <Field label="Workstream">
          {(field) => (
            <select
              {...field}
              required
              value={workstream}
              onChange={({ currentTarget }) => set({ chosen: currentTarget.value })}
            >
              {active.map(({ slug, title: name }) => (
                <option key={slug} value={slug}>
                  {asData(name, 60) || slug}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label="What has to be done">
        {(field) => (
          <textarea
            {...field}
            value={description}
            onInput={({ currentTarget }) => set({ description: currentTarget.value })}
          />
        )}
      </Field>
      {hasBegun ? (
        <p class="field-hint">What it depends on can be changed only before it is begun.</p>
      ) : (
        <Prerequisites
          taskId={task?.id ?? ''}
          chosen={dependsOn}
          onChange={(ids) => set({ dependsOn: ids })}
        />
      )}
      <div class="dialog-actions">
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button
          kind="primary"
          type="submit"
          disabled={isBusy || title.trim() === '' || workstream === ''}
        >
          {task === undefined ? 'Create' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface Wanted {
  readonly task: TaskRecord | undefined;
  readonly title: string;
  readonly description: string;
  readonly workstream: string;
  readonly dependsOn: readonly string[];
}

/** Only what was changed is sent, and only that is taken back. */
function save(
  { client, workspace }: Place,
  { task, title, description, workstream, dependsOn }: Wanted,
): Promise<TaskRecord | undefined> {
  const id = workspace.value.id;
  if (task === undefined) {
    const wanted = { id, workstream, title, description, depends_on: [...dependsOn] };
    return act(client.call('createTask', wanted), {
      done: 'The task is there.',
      undo: (made) => client.call('changeTask', { id, task_id: made.id, status: 'cancelled' }),
    });
  }
  const isOther = dependsOn.join() !== task.depends_on.join();
  const one = { id, task_id: task.id };
  const parts = (from: Pick<TaskRecord, 'title' | 'description' | 'depends_on'>) => ({
    ...one,
    ...(title !== task.title && { title: from.title }),
    ...(description !== task.description && { description: from.description }),
    ...(isOther && { depends_on: from.depends_on }),
  });
  const change = parts({ title, description, depends_on: [...dependsOn] });
  if (Object.keys(change).length === Object.keys(one).length) return Promise.resolve(task);
  return act(client.call('changeTask', change), {
    done: 'Saved.',
    undo: () => client.call('changeTask', parts(task)),
  });
}
