import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { CommitRecord } from '../../../../../../shared/gate/contract.ts';
import { Empty } from '../../../kit/page.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { useRecords } from '../../../state/records.ts';
import { WorkPage } from '../common/work-page.tsx';
import { WorkstreamFilter } from '../common/workstream-filter.tsx';
import { CommitHead, CommitRow } from './commit-row.tsx';

const pageSize = 100;

/** DSH-67: the commits that passed the gate and were recorded. */
export function Commits() {
  const workstream = useAddress().query.get('workstream') ?? '';
  const list = useRecords<CommitRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listCommits', {
            id,
            limit: pageSize,
            ...(workstream !== '' && { workstream }),
            before,
          }),
          (answer) => answer.commits,
        ),
      idOf: (commit) => commit.receipt_id,
      changedBy: ({ type }) =>
        type === 'gate_approved' || type === 'gate_retracted' ? ['all'] : [],
    }),
    [workstream],
  );
  return (
    <WorkPage tab="commits" isReady={list.state.value !== 'loading'} actions={<WorkstreamFilter />}>
      <RecordRows
        list={list}
        label="Commits"
        head={<CommitHead />}
        row={(commit) => <CommitRow key={commit.receipt_id} commit={commit} />}
        none={
          <Empty title="No commit was recorded yet">
            <p>
              A commit whose tests passed the gate is recorded with its receipt; from then on the
              branches of the team follow it.
            </p>
          </Empty>
        }
      />
    </WorkPage>
  );
}
