import { Plus } from 'lucide-preact';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type {
  WorkstreamRecord,
  WorkstreamStatus,
} from '../../../../../../shared/workstreams/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/page.tsx';
import { Pick, Check } from '../../../kit/forms/field.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { useRecords } from '../../../state/records.ts';
import { WorkPage } from '../common/work-page.tsx';
import { workstreamsChangedBy } from './activity.ts';
import { WorkstreamHead, WorkstreamRow } from './workstream-row.tsx';
import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { branchOfSlug, slugOfTitle } from '../../../../../../shared/workstreams/rules.ts';
import { isAtDaemon } from '../../../client/service.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { LongField, TextField } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { pathOfWorkstream } from '../common/parts.ts';

const pageSize = 50;
const states = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
  { value: 'abandoned', label: 'Abandoned' },
] as const satisfies readonly { value: WorkstreamStatus; label: string }[];

/** DSH-64: the workstreams, how far each is, and who works in it. */
export function Workstreams() {
  const { query, setQuery } = useAddress();
  const status = states.find(({ value }) => value === query.get('state'))?.value ?? 'active';
  const start = useStartForm();
  const list = useRecords<WorkstreamRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listWorkstreams', { id, status, brief: true, limit: pageSize, before }),
          (answer) => answer.workstreams,
        ),
      idOf: ({ slug }) => slug,
      changedBy: workstreamsChangedBy,
      one: (slug) => client.call('getWorkstream', { id, slug, progress: true }),
      belongs: (one) => one.status === status,
    }),
    [status],
  );
  return (
    <WorkPage
      tab="workstreams"
      isReady={list.state.value !== 'loading'}
      actions={
        <>
          <Pick
            label="State"
            value={status}
            options={states}
            onPick={(state) => setQuery({ state: state === 'active' ? '' : state })}
          />
          <Button kind="primary" onClick={start}>
            <Plus size={14} aria-hidden /> New workstream
          </Button>
        </>
      }
    >
      <RecordRows
        list={list}
        label="Workstreams"
        head={<WorkstreamHead />}
        row={(one) => <WorkstreamRow key={one.slug} workstream={one} />}
        none={<NoneYet status={status} />}
      />
    </WorkPage>
  );
}

function NoneYet({ status }: { readonly status: WorkstreamStatus }) {
  if (status !== 'active')
    return (
      <Empty title={`No workstream was ${status}`}>
        <p>A workstream that ends stays here with its tasks, its commits and its pull request.</p>
      </Empty>
    );
  return (
    <Empty title="No workstream is active">
      <p>
        A workstream is one unit of work on a branch of its own: its members, tasks and commits
        belong together, and it ends with a pull request. Start one here, or let an agent do it with{' '}
        <code>workstream_start</code>.
      </p>
    </Empty>
  );
}

/** Opens the form; `?new=1` does it too, so that it can be linked to. */
function useStartForm(): () => void {
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
