import { useEffect, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { SearchField } from '../../../kit/forms/field.tsx';
import { usePlace } from '../../../place/place.ts';
import { StateMark } from './state-mark.tsx';

interface PrerequisitesProps {
  /** Of the task itself, which cannot wait for itself; empty for a new one. */
  readonly taskId: string;
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

const offered = 200;
const shownAtOnce = 30;

/** TSK-6: what has to end before the task can begin, to be ticked among the open tasks. */
export function Prerequisites({ taskId, chosen, onChange }: PrerequisitesProps) {
  const tasks = useOffered(chosen);
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
      {shown.length === 0 && <p class="field-hint">No open task is called so.</p>}
    </fieldset>
  );
}

/** The open tasks, and what is chosen already. */
function useOffered(chosen: readonly string[]): readonly TaskRecord[] {
  const { client, workspace } = usePlace();
  const [tasks, setTasks] = useState<readonly TaskRecord[]>([]);
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
      setTasks([...others.filter((task) => !isRefusal(task)), ...open]);
    };
    void load();
  }, []);
  return tasks;
}
