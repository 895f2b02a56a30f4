import { asData } from '../../../../../../shared/kernel/display.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { Rows } from '../../../kit/lists/rows.tsx';
import { act } from '../../../kit/toast.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';

interface HandOverProps {
  readonly task: TaskRecord;
  onDone(): void;
}

/** TSK-2: the agents at work, to give a task to one of them. */
export function HandOver({ task, onDone }: HandOverProps) {
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
