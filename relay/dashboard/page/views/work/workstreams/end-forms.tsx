import { useState } from 'preact/hooks';
import { asData, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Command } from '../../../kit/command.tsx';
import { Field } from '../../../kit/field.tsx';
import { act } from '../../../kit/toast.tsx';
import type { Place } from '../../../place/place.ts';
import { BlockerList } from './blocker-list.tsx';
import { blockerOf } from './blockers.ts';
import { shellLine } from './shell-line.ts';
import { usePlan } from './use-plan.ts';

interface EndFormProps {
  readonly place: Place;
  readonly workstream: WorkstreamRecord;
  onDone(): void;
}

/** It cannot be undone, so this asks for a reason and says what stays. */
export function AbandonForm({ place, workstream: { slug, branch }, onDone }: EndFormProps) {
  const [reason, setReason] = useState('');
  const end = async (event: Event) => {
    event.preventDefault();
    const id = place.workspace.value.id;
    const ended = await act(place.client.call('endWorkstream', { id, slug, reason }), {
      done: `${slug} is abandoned.`,
    });
    if (ended !== undefined) onDone();
  };
  return (
    <form class="work-form" onSubmit={(event) => void end(event)}>
      <p>
        Nobody can work in it afterwards, and its slug is not used again. The branch{' '}
        <code>{asData(branch)}</code> stays as it is.
      </p>
      <Field label="Why" hint="The team is told.">
        {(field) => (
          <input
            {...field}
            autofocus
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Field>
      <div class="dialog-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="danger" type="submit">
          Abandon it
        </Button>
      </div>
    </form>
  );
}

/** WST-3: the plan with its commands; then the address of the pull request ends it. */
export function CompleteForm({ place, workstream: { slug }, onDone }: EndFormProps) {
  const plan = usePlan(place, slug);
  const [address, setAddress] = useState('');
  const complete = async (event: Event) => {
    event.preventDefault();
    const one = { id: place.workspace.value.id, slug, pr_url: address };
    const call = place.client.call('completeWorkstream', one);
    const ended = await act(call, { done: `${slug} is completed.` });
    if (ended !== undefined) onDone();
  };
  if (plan === undefined) return <p class="faint">…</p>;
  if (isRefusal(plan)) return <p role="alert">{plan.message}</p>;
  const open = plan.blockers.filter((sentence) => blockerOf(sentence).kind === 'task').length;
  return (
    <form class="work-form" onSubmit={(event) => void complete(event)}>
      {open > 0 && <p role="status">{blockedWords(open)}</p>}
      {plan.blockers.length > 0 && (
        <BlockerList sentences={plan.blockers} toTask={(id) => place.href('work', 'tasks', id)} />
      )}
      <details class="work-by-hand">
        <summary>Merge it by hand, as one commit</summary>
        <Command text={asText(plan.commands.map(shellLine).join(' && '))} />
      </details>
      <Field
        label="Address of the pull request"
        hint="With it the workstream ends; that cannot be undone."
      >
        {(field) => (
          <input
            {...field}
            type="url"
            required
            autofocus
            placeholder="https://"
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        )}
      </Field>
      <div class="dialog-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={address === '' || open > 0}>
          Complete it
        </Button>
      </div>
    </form>
  );
}

/** Why it cannot be completed now. */
function blockedWords(open: number): string {
  return open === 1
    ? 'One task is open and blocks it. Finish or cancel it first.'
    : `${open} tasks are open and block it. Finish or cancel them first.`;
}
