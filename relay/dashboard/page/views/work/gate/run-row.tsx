import { ShieldCheck } from 'lucide-preact';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import { Badge } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { proofWords } from '../../../state/names.ts';
import { isCounted, type RunCounts } from '../../../state/run-counts.ts';
import { WorkstreamLink } from '../common/work-page.tsx';
import { duration, outcomeTones, receiptWords, shortSha, trouble } from './words.ts';
import type { CommitRecord } from '../../../../../../shared/gate/contract.ts';
import './gate.css';

export function RunHead() {
  return (
    <div class="work-head gate-runs" aria-hidden="true">
      <span>Outcome</span>
      <span>Commit</span>
      <span>Workstream</span>
      <span>Tests</span>
      <span />
      <span>Proof</span>
      <span class="work-number">Took</span>
      <span>By</span>
      <span class="work-number">When</span>
    </div>
  );
}

export function RunRow({ run }: { readonly run: GateRun }) {
  const { href } = usePlace();
  const what = trouble(run);
  return (
    <li class="work-row gate-runs" data-outcome={run.outcome}>
      <Badge tone={outcomeTones[run.outcome]}>{run.outcome}</Badge>
      <Link to={href('work', 'gate', run.id)} data-row class="work-open">
        <code>{shortSha(run.commit_sha)}</code>
      </Link>
      <WorkstreamLink slug={run.workstream} />
      <Counts run={run} />
      <span class="cut gate-trouble" title={asData(what)}>
        {what === '' ? (
          <span class="faint">
            {run.receipt_state === undefined ? '' : receiptWords[run.receipt_state]}
          </span>
        ) : (
          asData(what)
        )}
      </span>
      <Proof kind={run.kind} verified={run.verified} />
      <span class="work-number numbers quiet">{duration(run.duration_ms)}</span>
      <span class="gate-who cut">
        <Who name={run.user_name} id={run.session_id} />
      </span>
      <span class="work-number quiet">
        <Ago at={run.at} />
      </span>
    </li>
  );
}

/** Passed, failed and skipped; what there is none of is left out. Of a run without results nothing was counted. */
export function Counts({ run }: { readonly run: RunCounts }) {
  const { passed, failed, skipped } = run;
  if (!isCounted(run)) return <span class="faint nowrap">not counted</span>;
  return (
    <span class="gate-counts numbers nowrap">
      <span data-kind="passed">
        {passed} <span class="gate-word">passed</span>
      </span>
      {failed > 0 && (
        <span data-kind="failed">
          {failed} <span class="gate-word">failed</span>
        </span>
      )}
      {skipped > 0 && (
        <span data-kind="skipped">
          {skipped} <span class="gate-word">skipped</span>
        </span>
      )}
    </span>
  );
}

/** GAT-6, GAT-9: who says that the tests ran, and whether a daemon vouches for the files. */
export function Proof({
  kind,
  verified = false,
}: Pick<GateRun, 'kind'> & { readonly verified?: boolean | undefined }) {
  return (
    <span class="gate-proof nowrap">
      <span title={proofWords[kind]} data-kind={kind}>
        {kind}
      </span>
      {verified && (
        <ShieldCheck
          size={14}
          role="img"
          aria-label="Verified: a daemon vouches for the files that the commit touches"
        />
      )}
    </span>
  );
}

export function CommitHead() {
  return (
    <div class="work-head gate-commits" aria-hidden="true">
      <span>Commit</span>
      <span>Workstream</span>
      <span>Files</span>
      <span>Proof</span>
      <span>By</span>
      <span class="work-number">When</span>
    </div>
  );
}

interface CommitRowProps {
  readonly commit: CommitRecord;
  /** In its workstream, which then need not be named. */
  readonly isShort?: boolean;
}

/** A recorded commit; it leads to the run that it was recorded for, while that is kept. */
export function CommitRow({ commit, isShort = false }: CommitRowProps) {
  const { href } = usePlace();
  const sha = <code>{shortSha(commit.commit_sha)}</code>;
  return (
    <li class={`work-row gate-commits ${isShort ? 'gate-commits-short' : ''}`}>
      <span class="gate-sha">
        {commit.run_id === undefined ? (
          <span data-row tabIndex={0} title="Its run is no longer kept">
            {sha}
          </span>
        ) : (
          <Link
            to={href('work', 'gate', commit.run_id)}
            data-row
            class="work-open"
            title={commit.commit_sha}
          >
            {sha}
          </Link>
        )}
        {commit.status === 'retracted' && <Badge tone="warn">retracted</Badge>}
      </span>
      {!isShort && <WorkstreamLink slug={commit.workstream} />}
      <Files files={commit.files} />
      <Proof kind={commit.kind} verified={commit.verified} />
      <span class="gate-who cut">
        <Who name={commit.recorded_by_name} id={commit.session_id} />
      </span>
      <span class="work-number quiet">
        <Ago at={commit.recorded_at} />
      </span>
    </li>
  );
}

function Files({ files }: Pick<CommitRecord, 'files'>) {
  const [first] = files;
  if (first === undefined) return <span class="faint">No files</span>;
  return (
    <span class="cut" title={files.map((file) => shownId(file)).join('\n')}>
      <code>{shownId(first)}</code>
      {files.length > 1 && <span class="faint"> +{files.length - 1}</span>}
    </span>
  );
}
