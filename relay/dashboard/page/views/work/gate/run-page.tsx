import type { Output } from '../../../../../../shared/api/operations.ts';
import { asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Badge } from '../../../kit/button.tsx';
import { Name, Command } from '../../../kit/code.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { proofWords } from '../../../state/names.ts';
import { WorkstreamLink } from '../common/workstream-link.tsx';
import { mayChangeGate } from './changes.ts';
import { Counts, Proof } from './run-row.tsx';
import { Failures } from './failures.tsx';
import { RunTests } from './run-tests.tsx';
import { duration, outcomeTones, receiptWords, shortSha } from './words.ts';
import './gate.css';

type Run = Output<'getGateRun'>;

/** DSH-67: one run with its failures, what it left out, and its tests. */
export function RunPage({ id: runId }: { readonly id: string }) {
  const { href } = usePlace();
  const found = useRecord<Run>(
    ({ client, id }) => ({
      read: () => client.call('getGateRun', { id, run_id: runId }),
      isChangedBy: mayChangeGate,
    }),
    [runId],
  ).value.value;
  const above = { title: 'Gate', to: href('work', 'gate') };
  if (found === undefined || isRefusal(found))
    return <UnreadPage title="Run" above={above} refusal={found} none="This run is not shown" />;
  return (
    <Page title={`Run of ${shortSha(found.commit_sha)}`} above={above} isReady>
      <RunFacts run={found} />
      {found.reason !== undefined && <p class="work-text">{asText(found.reason)}</p>}
      {found.failures.length > 0 && <Failures run={found} />}
      {found.left_out.length > 0 && <LeftOut files={found.left_out} />}
      <RunTests tests={found.tests} />
    </Page>
  );
}

function RunFacts({ run }: { readonly run: Run }) {
  return (
    <dl class="task-facts gate-facts">
      <dt>Outcome</dt>
      <dd>
        <Badge tone={outcomeTones[run.outcome]}>{run.outcome}</Badge>
      </dd>
      <dt>Tests</dt>
      <dd>
        <Counts run={run} /> <span class="faint">in {duration(run.duration_ms)}</span>
      </dd>
      <dt>Proof</dt>
      <dd>
        <Proof kind={run.kind} verified={run.verified} />{' '}
        <span class="faint">{proofWords[run.kind]}</span>
      </dd>
      <dt>Commit</dt>
      <dd>
        <Command text={run.commit_sha} />
      </dd>
      <dt>Workstream</dt>
      <dd>
        <WorkstreamLink slug={run.workstream} />{' '}
        <span class="faint">
          on <Name text={run.branch} />
        </span>
      </dd>
      <dt>Receipt</dt>
      <dd>
        {run.receipt_state === undefined ? 'none was given' : receiptWords[run.receipt_state]}
      </dd>
      <dt>By</dt>
      <dd>
        <Who name={run.user_name} id={run.session_id} />{' '}
        <span class="faint">
          <Ago at={run.at} />
        </span>
      </dd>
    </dl>
  );
}

/** GAT-11 */
function LeftOut({ files }: { readonly files: readonly string[] }) {
  return (
    <section class="gate-part" aria-labelledby="gate-left-out">
      <h2 id="gate-left-out">
        Affected and not run <span class="faint numbers">{files.length}</span>
      </h2>
      <ul class="gate-files">
        {files.map((file) => (
          <li key={file}>
            <Name text={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}
