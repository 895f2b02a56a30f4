import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { branchOfSlug, slugOfTitle } from '../../../../../../shared/workstreams/rules.ts';
import { isAtDaemon } from '../../../client/service.ts';
import { showDialog } from '../../../kit/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Check, Field } from '../../../kit/field.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace, type Place } from '../../../place/place.ts';
import { pathOfWorkstream } from '../common/parts.ts';

/** Opens the form; `?new=1` does it too, so that it can be linked to. */
export function useStartForm(): () => void {
  const place = usePlace();
  const { query, setQuery, go } = useAddress();
  const isWanted = query.get('new') === '1';
  useEffect(() => {
    if (!isWanted) return;
    let started: string | undefined;
    void showDialog('New workstream', ({ close }) => (
      <StartForm
        place={place}
        onStarted={(slug) => {
          started = slug;
          close();
        }}
      />
    )).then(() => {
      if (started === undefined) setQuery({ new: '' });
      else go(place.href('work', ...pathOfWorkstream(started)));
    });
  }, [isWanted]);
  return () => setQuery({ new: '1' });
}

interface StartFormProps {
  readonly place: Place;
  onStarted(slug: string): void;
}

function StartForm({ place, onStarted }: StartFormProps) {
  const { client, workspace } = place;
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [base, setBase] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const started = await act(
      client.call('startWorkstream', {
        id: workspace.value.id,
        title,
        description,
        ...(base !== '' && { base_branch: base }),
        visibility: isPrivate ? 'private' : 'team',
      }),
      { done: ({ branch, git }) => git ?? `Started. Its branch is ${branch}.` },
    );
    setBusy(false);
    if (started !== undefined) onStarted(started.slug);
  };
  return (
    <form class="work-form" onSubmit={(event) => void submit(event)}>
      <Field label="Title" hint={branchHint(title, workspace.value.branch_prefix)}>
        {(field) => (
          <input
            {...field}
            required
            autofocus
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        )}
      </Field>
      <Field label="What it is about">
        {(field) => (
          <textarea
            {...field}
            value={description}
            onInput={({ currentTarget }) => setDescription(currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Begins at the branch">
        {(field) => (
          <input
            {...field}
            placeholder="main"
            value={base}
            onInput={({ currentTarget }) => setBase(currentTarget.value)}
          />
        )}
      </Field>
      <Check
        label="Private: only its members and admins see it"
        checked={isPrivate}
        onChange={setPrivate}
      />
      <div class="dialog-actions">
        <Button kind="primary" type="submit" disabled={isBusy || title.trim() === ''}>
          Start
        </Button>
      </div>
    </form>
  );
}

/** What the branch will be called, and who makes it in Git. */
function branchHint(title: string, prefix: string): string {
  const slug = title.trim() === '' ? '…' : slugOfTitle(title);
  if (isRefusal(slug)) return 'The title needs a letter from a to z or a digit.';
  const branch = branchOfSlug(prefix, slug);
  return isAtDaemon
    ? `Its branch is ${branch}; the daemon makes it.`
    : `Its branch is ${branch}; a page of the relay does not make it in Git.`;
}
