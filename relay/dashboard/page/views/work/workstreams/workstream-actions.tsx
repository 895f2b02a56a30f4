import { asData, asText } from '../../../../../../shared/kernel/display.ts';
import { mayManage } from '../../../../../../shared/workstreams/rules.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Command } from '../../../kit/code.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { TextField } from '../../../kit/forms/text-field.tsx';
import { BlockerList, usePlan } from './members.tsx';
import { blockerOf, shellLine } from './activity.ts';

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

interface EndFormProps {
  readonly workstream: WorkstreamRecord;
  onDone(): void;
}

/** It cannot be undone, so this asks for a reason and says what stays. */
function AbandonForm({ workstream: { slug, branch }, onDone }: EndFormProps) {
  const { client, workspace } = usePlace();
  const [reason, setReason] = useState('');
  return (
    <DialogForm
      yes="Abandon it"
      kind="danger"
      fields={['reason']}
      close={onDone}
      send={(refused) => {
        const { id } = workspace.value;
        const call = client.call('endWorkstream', { id, slug, reason });
        return act(call, { done: `${slug} is abandoned.`, refused });
      }}
    >
      {(problems) => (
        <>
          <p>
            Nobody can work in it afterwards, and its slug is not used again. The branch{' '}
            <code>{asData(branch)}</code> stays as it is.
          </p>
          <TextField
            label="Why"
            hint="The team is told."
            problem={problems.reason}
            autofocus
            value={reason}
            onInput={setReason}
          />
        </>
      )}
    </DialogForm>
  );
}

/** WST-3: the plan with its commands; then the address of the pull request ends it. */
function CompleteForm({ workstream: { slug }, onDone }: EndFormProps) {
  const { client, workspace } = usePlace();
  const plan = usePlan(slug);
  const [address, setAddress] = useState('');
  if (plan === undefined) return <p class="faint">…</p>;
  if (isRefusal(plan)) return <p role="alert">{plan.message}</p>;
  const open = plan.blockers.filter((sentence) => blockerOf(sentence).kind === 'task').length;
  return (
    <DialogForm
      yes="Complete it"
      fields={['pr_url']}
      isReady={address !== '' && open === 0}
      close={onDone}
      send={(refused) => {
        const one = { id: workspace.value.id, slug, pr_url: address };
        const call = client.call('completeWorkstream', one);
        return act(call, { done: `${slug} is completed.`, refused });
      }}
    >
      {(problems) => (
        <>
          {open > 0 && <p role="status">{blockedWords(open)}</p>}
          {plan.blockers.length > 0 && <BlockerList sentences={plan.blockers} />}
          <details class="work-by-hand">
            <summary>Merge it by hand, as one commit</summary>
            <Command text={asText(plan.commands.map(shellLine).join(' && '))} />
          </details>
          <TextField
            label="Address of the pull request"
            hint="With it the workstream ends; that cannot be undone."
            problem={problems.pr_url}
            type="url"
            required
            autofocus
            placeholder="https://"
            value={address}
            onInput={setAddress}
          />
        </>
      )}
    </DialogForm>
  );
}

/** Why it cannot be completed now. */
function blockedWords(open: number): string {
  return open === 1
    ? 'One task is open and blocks it. Finish or cancel it first.'
    : `${open} tasks are open and block it. Finish or cancel them first.`;
}
