import { type Refusal, isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { useDraft } from '../../../kit/forms/draft.tsx';
import { ChoiceField, LongField, TextField } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace, type Place } from '../../../place/place.ts';
import { useActiveWorkstreams } from '../common/work-page.tsx';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { useEffect, useState } from 'preact/hooks';
import { SearchField } from '../../../kit/forms/field.tsx';
import { StateMark } from './state-mark.tsx';

interface Begun {
  /** The one that is changed; a new one without it. */
  readonly task?: TaskRecord;
  /** Where a new one belongs. */
  readonly workstream?: string;
}

/** The form of a new task, or of one that is changed, above the page. */
export function openTaskForm(begun: Begun): Promise<void> {
  return showDialog(begun.task === undefined ? 'New task' : 'Edit the task', ({ close }) => (
    <TaskForm begun={begun} onDone={close} />
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
  readonly begun: Begun;
  onDone(): void;
}

function TaskForm({ begun: { task, ...begun }, onDone }: TaskFormProps) {
  const place = usePlace();
  const active = useActiveWorkstreams();
  const kept = useDraft<Draft>(`task ${task?.id ?? ''}`, {
    title: task?.title ?? '',
    description: task?.description ?? '',
    chosen: task?.workstream ?? begun.workstream ?? '',
    dependsOn: task?.depends_on ?? [],
  });
  const { title, description, chosen, dependsOn } = kept.draft;
  const set = (changes: Partial<Draft>) => kept.change({ ...kept.draft, ...changes });
  const workstream = chosen || (active[0]?.slug ?? '');
  const hasBegun = task !== undefined && task.status !== 'todo' && task.status !== 'blocked';
  return (
    <DialogForm
      yes={task === undefined ? 'Create' : 'Save'}
      fields={['title', 'workstream', 'description']}
      isReady={title.trim() !== '' && workstream !== ''}
      kept={kept}
      close={onDone}
      send={(refused) => save(place, { task, title, description, workstream, dependsOn, refused })}
    >
      {(problems) => (
        <>
          <TextField
            label="Title"
            problem={problems.title}
            required
            autofocus
            value={title}
            onInput={(typed) => set({ title: typed })}
          />
          {task === undefined && (
            <ChoiceField
              label="Workstream"
              problem={problems.workstream}
              value={workstream}
              options={active.map(({ slug, title: name }) => ({
                value: slug,
                label: asData(name, 60) || slug,
              }))}
              onPick={(slug) => set({ chosen: slug })}
            />
          )}
          <LongField
            label="What has to be done"
            problem={problems.description}
            value={description}
            onInput={(typed) => set({ description: typed })}
          />
          {hasBegun ? (
            <p class="field-hint">What it depends on can be changed only before it is begun.</p>
          ) : (
            <Prerequisites
              taskId={task?.id ?? ''}
              chosen={dependsOn}
              onChange={(ids) => set({ dependsOn: ids })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

interface Wanted {
  readonly task: TaskRecord | undefined;
  readonly title: string;
  readonly description: string;
  readonly workstream: string;
  readonly dependsOn: readonly string[];
  refused(refusal: Refusal): void;
}

/** Only what was changed is sent, and only that is taken back. */
function save(
  { client, workspace }: Place,
  { task, title, description, workstream, dependsOn, refused }: Wanted,
): Promise<TaskRecord | undefined> {
  const id = workspace.value.id;
  if (task === undefined) {
    const wanted = { id, workstream, title, description, depends_on: [...dependsOn] };
    return act(client.call('createTask', wanted), {
      done: 'The task is there.',
      undo: (made) => client.call('changeTask', { id, task_id: made.id, status: 'cancelled' }),
      refused,
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
    refused,
  });
}

interface PrerequisitesProps {
  /** Of the task itself, which cannot wait for itself; empty for a new one. */
  readonly taskId: string;
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

const offered = 200;
const shownAtOnce = 30;

/** TSK-6: what has to end before the task can begin, to be ticked among the open tasks. */
function Prerequisites({ taskId, chosen, onChange }: PrerequisitesProps) {
  const { tasks, isAll } = useOffered(chosen);
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const isShown = ({ id, title, workstream }: TaskRecord) =>
    id !== taskId &&
    (chosen.includes(id) || `${title} ${workstream}`.toLowerCase().includes(words));
  const shown = tasks.filter(isShown).slice(0, shownAtOnce);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset class="work-prerequisites">
      <legend>Depends on</legend>
      <SearchField label="Find a task" value={wanted} onInput={setWanted} />
      <ul>
        {shown.map((task) => (
          <li key={task.id}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(task.id)}
                onChange={() => toggle(task.id)}
              />
              <StateMark status={task.status} />
              <span class="cut">{asData(task.title, 80)}</span>
              <span class="faint cut">{asData(task.workstream)}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p class="field-hint">
          {isAll ? 'No open task' : `None of the newest ${offered} open tasks`} is called so.
        </p>
      )}
    </fieldset>
  );
}

interface Offered {
  readonly tasks: readonly TaskRecord[];
  /** Whether there are no older ones. */
  readonly isAll: boolean;
}

/** The newest open tasks, and what is chosen already. */
function useOffered(chosen: readonly string[]): Offered {
  const { client, workspace } = usePlace();
  const [found, setFound] = useState<Offered>({ tasks: [], isAll: true });
  useEffect(() => {
    const id = workspace.value.id;
    const load = async () => {
      const answer = await client.call('listTasks', { id, open: true, limit: offered });
      const open = isRefusal(answer) ? [] : answer.tasks;
      const known = new Set(open.map((task) => task.id));
      const missing = chosen.filter((one) => !known.has(one));
      const others = await Promise.all(
        missing.map((task_id) => client.call('getTask', { id, task_id })),
      );
      const isAll = !isRefusal(answer) && answer.next_cursor === undefined;
      setFound({ tasks: [...others.filter((task) => !isRefusal(task)), ...open], isAll });
    };
    void load();
  }, []);
  return found;
}
