import { ShieldCheck } from 'lucide-preact';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import { Badge } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { proofWords } from '../../../state/names.ts';
import { WorkstreamLink } from '../common/workstream-link.tsx';
import { duration, outcomeTones, receiptWords, shortSha, trouble } from './words.ts';

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

/** Passed, failed and skipped; what there is none of is left out. */
export function Counts({ run }: { readonly run: Pick<GateRun, 'passed' | 'failed' | 'skipped'> }) {
  const { passed, failed, skipped } = run;
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
