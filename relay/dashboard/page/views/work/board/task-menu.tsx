import { Ellipsis } from 'lucide-preact';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { showDialog, ask } from '../../../kit/forms/ask.tsx';
import { Menu, MenuItem } from '../../../kit/menu.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace, type Place } from '../../../place/place.ts';
import { movesOf, type Move } from './columns.ts';
import { openTaskForm } from './task-form.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { act } from '../../../kit/toast.tsx';
import { Who } from '../../../kit/who.tsx';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';

/** What can be done with a task; nothing is left to do with one that has ended. */
export function TaskMenu({ task }: { readonly task: TaskRecord }) {
  const place = usePlace();
  const { go } = useAddress();
  const { live, me, href } = place;
  const moves = movesOf(task, { myId: me.id, alive: live.team.value.agents });
  const hasEnded = task.status === 'done' || task.status === 'cancelled';
  return (
    <Menu
      class="work-menu"
      label={<Ellipsis size={15} aria-hidden />}
      title={`Move ${asData(task.title, 60)}`}
    >
      {moves.map((move) => (
        <MenuItem key={move.label} onChoose={() => void doMove(place, task, move)}>
          {move.label}
        </MenuItem>
      ))}
      {!hasEnded && (
        <>
          <MenuItem
            onChoose={() =>
              void showDialog('Hand to an agent', ({ close }) => (
                <HandOver task={task} onDone={close} />
              ))
            }
          >
            Hand to an agent…
          </MenuItem>
          <MenuItem onChoose={() => openTaskForm({ task })}>Edit…</MenuItem>
        </>
      )}
      <MenuItem onChoose={() => go(href('work', 'tasks', task.id))}>Open</MenuItem>
    </Menu>
  );
}

interface HandOverProps {
  readonly task: TaskRecord;
  onDone(): void;
}

/** TSK-2: the agents at work, to give a task to one of them. */
function HandOver({ task, onDone }: HandOverProps) {
  const { client, workspace, live } = usePlace();
  const one = { id: workspace.value.id, task_id: task.id };
  const agents = [...live.team.value.agents.values()].sort((a, b) => a.user.localeCompare(b.user));
  // A person who has it without a session cannot be given it back by anybody else.
  const before = task.assignee_session ?? (task.assignee_user === undefined ? null : undefined);
  const hand = async (session: string | null, done: string) => {
    onDone();
    await act(client.call('changeTask', { ...one, assignee_session: session }), {
      done,
      ...(before !== undefined && {
        undo: () =>
          client.call('changeTask', { ...one, assignee_session: before, status: task.status }),
      }),
    });
  };
  if (agents.length === 0)
    return (
      <p class="quiet">No agent is at work. It waits until one begins, or claim it yourself.</p>
    );
  return (
    <Rows label="Agents at work">
      {agents.map((agent) => (
        <li key={agent.id}>
          <button
            class="work-agent"
            data-row
            disabled={agent.id === task.assignee_session}
            onClick={() =>
              void hand(agent.id, 'Handed over; the agent is told with its next answer.')
            }
          >
            <Who name={agent.user} client={agent.client} id={agent.id} />
            <span class="faint cut">{asData(agent.task) || 'No task yet'}</span>
          </button>
        </li>
      ))}
      {task.assignee_session !== undefined && (
        <li>
          <button
            class="work-agent"
            data-row
            onClick={() => void hand(null, 'It is meant for nobody.')}
          >
            Nobody: whoever claims it
          </button>
        </li>
      )}
    </Rows>
  );
}

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
