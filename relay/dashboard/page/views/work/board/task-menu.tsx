import { Ellipsis } from 'lucide-preact';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { TaskRecord } from '../../../../../../shared/tasks/contract.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { Menu, MenuItem } from '../../../kit/menu.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { doMove } from './do-move.ts';
import { HandOver } from './hand-over.tsx';
import { movesOf } from './moves.ts';
import { openTaskForm } from './task-form.tsx';

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
