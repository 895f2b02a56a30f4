import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import { Empty } from '../../../kit/page.tsx';
import { Pick } from '../../../kit/forms/field.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { proofWords } from '../../../state/names.ts';
import { useRecords } from '../../../state/records.ts';
import { WorkPage, WorkstreamFilter } from '../common/work-page.tsx';
import { RunHead, RunRow } from './run-row.tsx';
import './gate.css';

const pageSize = 100;
const outcomes = [
  { value: '', label: 'All outcomes' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'failed', label: 'Failed' },
  { value: 'incomplete', label: 'Incomplete' },
] as const;

/** DSH-67: what was shown to the gate, whatever came of it. */
export function Runs() {
  const { query, setQuery } = useAddress();
  const outcome = outcomes.find(({ value }) => value === query.get('outcome'))?.value ?? '';
  const workstream = query.get('workstream') ?? '';
  const list = useRecords<GateRun>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listGateRuns', {
            id,
            limit: pageSize,
            ...(outcome !== '' && { outcome }),
            ...(workstream !== '' && { workstream }),
            before,
          }),
          (answer) => answer.runs,
        ),
      idOf: (run) => run.id,
      // A commit or its end changes a receipt: the list is asked for again.
      changedBy: 'run',
    }),
    [outcome, workstream],
  );
  const isFiltered = outcome !== '' || workstream !== '';
  return (
    <WorkPage
      tab="gate"
      isReady={list.state.value !== 'loading'}
      actions={
        <>
          <Pick
            label="Outcome"
            value={outcome}
            options={outcomes}
            onPick={(value) => setQuery({ outcome: value })}
          />
          <WorkstreamFilter />
        </>
      }
    >
      <RecordRows
        list={list}
        label="Runs of the gate"
        head={<RunHead />}
        row={(run) => <RunRow key={run.id} run={run} />}
        none={<NoneYet isFiltered={isFiltered} />}
        legend={
          <p class="gate-legend faint">
            <b>attested</b>: {proofWords.attested} <b>reported</b>: {proofWords.reported}
          </p>
        }
      />
    </WorkPage>
  );
}

function NoneYet({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No run is like this" />;
  return (
    <Empty title="Nothing was shown to the gate yet">
      <p>
        Before a commit is recorded, its tests are shown to the gate: with{' '}
        <code>confirm_ready</code> by an agent, or with <code>coord gate run</code>, where the
        daemon runs them itself. The last 200 runs stay here, with what failed.
      </p>
    </Empty>
  );
}
