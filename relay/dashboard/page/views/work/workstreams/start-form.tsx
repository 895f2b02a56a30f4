import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { branchOfSlug, slugOfTitle } from '../../../../../../shared/workstreams/rules.ts';
import { isAtDaemon } from '../../../client/service.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { Check } from '../../../kit/forms/field.tsx';
import { LongField, TextField } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { pathOfWorkstream } from '../common/parts.ts';

/** Opens the form; `?new=1` does it too, so that it can be linked to. */
export function useStartForm(): () => void {
  const { href } = usePlace();
  const { query, setQuery, go } = useAddress();
  const isWanted = query.get('new') === '1';
  useEffect(() => {
    if (!isWanted) return;
    let started: string | undefined;
    void showDialog('New workstream', ({ close }) => (
      <StartForm close={close} onStarted={(slug) => (started = slug)} />
    )).then(() => {
      if (started === undefined) setQuery({ new: '' });
      else go(href('work', ...pathOfWorkstream(started)));
    });
  }, [isWanted]);
  return () => setQuery({ new: '1' });
}

interface StartFormProps {
  close(): void;
  onStarted(slug: string): void;
}

function StartForm({ close, onStarted }: StartFormProps) {
  const { client, workspace } = usePlace();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [base, setBase] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  return (
    <DialogForm
      yes="Start"
      fields={['title', 'description', 'base_branch']}
      isReady={title.trim() !== ''}
      close={close}
      send={async (refused) => {
        const wanted = {
          id: workspace.value.id,
          title,
          description,
          ...(base !== '' && { base_branch: base }),
          visibility: isPrivate ? ('private' as const) : ('team' as const),
        };
        const started = await act(client.call('startWorkstream', wanted), {
          done: ({ branch, git }) => git ?? `Started. Its branch is ${branch}.`,
          refused,
        });
        if (started !== undefined) onStarted(started.slug);
        return started;
      }}
    >
      {(problems) => (
        <>
          <TextField
            label="Title"
            hint={branchHint(title, workspace.value.branch_prefix)}
            problem={problems.title}
            required
            autofocus
            value={title}
            onInput={setTitle}
          />
          <LongField
            label="What it is about"
            problem={problems.description}
            value={description}
            onInput={setDescription}
          />
          <TextField
            label="Begins at the branch"
            problem={problems.base_branch}
            placeholder="main"
            value={base}
            onInput={setBase}
          />
          <Check
            label="Private: only its members and admins see it"
            checked={isPrivate}
            onChange={setPrivate}
          />
        </>
      )}
    </DialogForm>
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
