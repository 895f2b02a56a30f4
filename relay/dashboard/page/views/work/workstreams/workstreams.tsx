import { Plus } from 'lucide-preact';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type {
  WorkstreamRecord,
  WorkstreamStatus,
} from '../../../../../../shared/workstreams/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/page.tsx';
import { Pick } from '../../../kit/forms/field.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { useRecords } from '../../../state/records.ts';
import { WorkPage } from '../common/work-page.tsx';
import { workstreamsChangedBy } from './changed-by.ts';
import { useStartForm } from './start-form.tsx';
import { WorkstreamHead, WorkstreamRow } from './workstream-row.tsx';

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
