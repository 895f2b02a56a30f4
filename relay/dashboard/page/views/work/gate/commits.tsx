import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { CommitRecord } from '../../../../../../shared/gate/contract.ts';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Empty } from '../../../kit/page.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { useRecords } from '../../../state/records.ts';
import { Name } from '../../../kit/code.tsx';
import { Ago } from '../../../kit/time.tsx';
import { nameOf, useMembers } from '../../../state/members.ts';
import { WorkPage, WorkstreamFilter } from '../common/work-page.tsx';
import { CommitHead, CommitRow } from './run-row.tsx';
import { shortSha } from './words.ts';
import './gate.css';

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
      changedBy: 'commit',
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

type Flake = Output<'listFlakes'>['flakes'][number];

/** GAT-7: tests that passed and failed on the same commit and machine. */
export function Flakes() {
  const list = useRecords<Flake>(({ client, id }) => ({
    list: (before) =>
      pageOf(client.call('listFlakes', { id, limit: pageSize, before }), (answer) => answer.flakes),
    idOf: (one) => JSON.stringify([one.test_file, one.test_name, one.commit_sha, one.machine]),
    changedBy: 'run',
  }));
  // An agent that reports names no machine: its user stands for it.
  const members = useMembers();
  return (
    <WorkPage tab="flakes" isReady={list.state.value !== 'loading'}>
      <RecordRows
        list={list}
        label="Flakes"
        head={head}
        row={(flake) => (
          <Row key={JSON.stringify(flake)} flake={flake} machine={nameOf(members, flake.machine)} />
        )}
        none={
          <Empty title="No test has flaked">
            <p>
              A test that passes and fails on the same commit and machine is a flake. It does not
              close the gate, and stands here to be mended.
            </p>
          </Empty>
        }
      />
    </WorkPage>
  );
}

const head = (
  <div class="work-head gate-flakes" aria-hidden="true">
    <span>Test</span>
    <span>File</span>
    <span class="work-number">Passed</span>
    <span class="work-number">Failed</span>
    <span>Commit</span>
    <span>Machine</span>
    <span class="work-number">Last</span>
  </div>
);

function Row({ flake, machine }: { readonly flake: Flake; readonly machine: string }) {
  return (
    <li class="work-row gate-flakes" data-row tabIndex={0}>
      <span class="cut gate-test" title={asData(flake.test_name)}>
        {asData(flake.test_name) || 'The whole file'}
      </span>
      <span class="cut quiet">
        <Name text={flake.test_file} />
      </span>
      <span class="work-number numbers gate-passed">
        {flake.passed} <span class="gate-word">passed</span>
      </span>
      <span class="work-number numbers gate-failed">
        {flake.failed} <span class="gate-word">failed</span>
      </span>
      <code class="quiet">{shortSha(flake.commit_sha)}</code>
      <span class="cut quiet">{asData(machine, 40)}</span>
      <span class="work-number quiet">
        <Ago at={flake.at} />
      </span>
    </li>
  );
}
