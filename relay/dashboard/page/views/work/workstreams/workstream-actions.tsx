import { asData } from '../../../../../../shared/kernel/display.ts';
import { mayManage } from '../../../../../../shared/workstreams/rules.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { AbandonForm, CompleteForm } from './end-forms.tsx';

interface WorkstreamActionsProps {
  readonly workstream: WorkstreamRecord;
  onChanged(workstream: WorkstreamRecord): void;
}

const notYours =
  'Only who started it, those who work in it and admins end it. Join it, or ask one of them.';

/** DSH-64: joining and leaving can be undone; ending cannot, and asks. */
export function WorkstreamActions({ workstream, onChanged }: WorkstreamActionsProps) {
  const place = usePlace();
  const { client, me, workspace } = place;
  const { slug, status, members, created_by: createdBy } = workstream;
  if (status !== 'active') return null;
  const one = { id: workspace.value.id, slug };
  const isMember = members.some(({ user_id: id }) => id === me.id);
  const hasJoined = members.some((each) => each.user_id === me.id && each.session_id === undefined);
  const { role } = workspace.value;
  const isTheirs = mayManage({ role, isCreator: createdBy === me.id, isMember });
  const locked = isTheirs ? {} : { disabled: true, title: notYours };
  const show = (answer: WorkstreamRecord | undefined) => {
    if (answer !== undefined) onChanged({ ...answer, progress: workstream.progress });
  };
  const join = () => client.call('joinWorkstream', one);
  const leave = () => client.call('leaveWorkstream', one);
  const title = asData(workstream.title, 60) || slug;
  return (
    <>
      {hasJoined ? (
        <Button
          onClick={async () => show(await act(leave(), { done: `You left ${title}.`, undo: join }))}
        >
          Leave
        </Button>
      ) : (
        <Button
          onClick={async () =>
            show(await act(join(), { done: `You joined ${title}.`, undo: leave }))
          }
        >
          Join
        </Button>
      )}
      <Button
        kind="danger"
        {...locked}
        onClick={() =>
          void showDialog('Abandon the workstream', ({ close }) => (
            <AbandonForm workstream={workstream} onDone={close} />
          ))
        }
      >
        Abandon
      </Button>
      <Button
        kind="primary"
        {...locked}
        onClick={() =>
          void showDialog('Complete the workstream', ({ close }) => (
            <CompleteForm workstream={workstream} onDone={close} />
          ))
        }
      >
        Complete
      </Button>
    </>
  );
}
