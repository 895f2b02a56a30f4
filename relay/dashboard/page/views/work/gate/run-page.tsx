import type { Output } from '../../../../../../shared/api/operations.ts';
import { asText, asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Badge, Button } from '../../../kit/button.tsx';
import { Name, Command } from '../../../kit/code.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { changes } from '../../../state/changed-records.ts';
import { useRecord } from '../../../state/record.ts';
import { proofWords } from '../../../state/names.ts';
import { WorkstreamLink } from '../common/work-page.tsx';
import { duration, outcomeTones, receiptWords, shortSha, byFile, type TestGroup } from './words.ts';
import { Counts, Proof } from './run-row.tsx';
import type { GateRun, RunTest } from '../../../../../../shared/gate/runs.ts';
import { Check, Minus, X } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import { counted } from '../../../kit/lists/counts.ts';
import './gate.css';

type Run = Output<'getGateRun'>;

/** DSH-67: one run with its failures, what it left out, and its tests. */
export function RunPage({ id: runId }: { readonly id: string }) {
  const { href } = usePlace();
  const found = useRecord<Run>(
    ({ client, id }) => ({
      read: () => client.call('getGateRun', { id, run_id: runId }),
      isChangedBy: (event) => changes(event, 'run'),
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

/** What did not pass, with what it said; the first 50 are kept. */
function Failures({ run: { failures, failures_total: total } }: { readonly run: GateRun }) {
  return (
    <section class="gate-part" aria-labelledby="gate-failures">
      <h2 id="gate-failures">
        Failures <span class="faint numbers">{total}</span>
      </h2>
      <ol class="gate-failures">
        {failures.map(({ test_file: file, test_name: name, error_message: message }, at) => (
          <li key={at}>
            <p>
              <b>{asData(name) || 'The run as a whole'}</b>{' '}
              <span class="faint">
                <Name text={file} />
              </span>
            </p>
            {message !== undefined && <pre>{asText(message)}</pre>}
          </li>
        ))}
      </ol>
      {failures.length < total && (
        <p class="faint">
          Of {total} failures the first {failures.length} are kept.
        </p>
      )}
    </section>
  );
}

/** A run may have 2,000 tests. */
const filesAtOnce = 40;
const fewTests = 60;

/** DSH-67: the tests of a run by file; of many, files open by hand. */
function RunTests({ tests }: { readonly tests: readonly RunTest[] }) {
  const groups = useMemo(() => byFile(tests), [tests]);
  const [shown, setShown] = useState(filesAtOnce);
  return (
    <section class="gate-part" aria-labelledby="gate-tests">
      <h2 id="gate-tests">
        Tests <span class="faint numbers">{tests.length}</span>
      </h2>
      {tests.length === 0 && (
        <p class="quiet">No results were shown: the run is a word about its commit.</p>
      )}
      {groups.slice(0, shown).map((group) => (
        <File
          key={group.file}
          group={group}
          isOpen={tests.length <= fewTests || group.failed > 0}
        />
      ))}
      {shown < groups.length && (
        <Button kind="quiet" onClick={() => setShown(shown + filesAtOnce)}>
          Show more
        </Button>
      )}
    </section>
  );
}

function File({ group, isOpen }: { readonly group: TestGroup; readonly isOpen: boolean }) {
  const { file, tests, failed, durationMs } = group;
  return (
    <details class="gate-file" open={isOpen}>
      <summary>
        <Name text={file} />
        <span class="faint numbers">
          {failed > 0 && <b class="gate-failed">{failed} failed · </b>}
          {counted(tests.length, 'test')} · {duration(durationMs)}
        </span>
      </summary>
      <ul>
        {tests.map((test, at) => (
          <li key={at} data-status={test.status}>
            <Mark status={test.status} />
            <span class="cut" title={asData(test.test_name)}>
              {asData(test.test_name) || 'The whole file'}
            </span>
            <span class="faint numbers">
              {test.duration_ms === undefined ? '' : duration(test.duration_ms)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const marks = { passed: Check, failed: X, skipped: Minus } as const;

function Mark({ status }: Pick<RunTest, 'status'>) {
  const Icon = marks[status];
  return (
    <>
      <Icon size={13} aria-hidden />
      <span class="unseen">{status}</span>
    </>
  );
}
