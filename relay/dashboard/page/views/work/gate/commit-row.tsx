import { shownId } from '../../../../../../shared/kernel/display.ts';
import type { CommitRecord } from '../../../../../../shared/gate/contract.ts';
import { Badge } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { WorkstreamLink } from '../common/workstream-link.tsx';
import { Proof } from './run-row.tsx';
import { shortSha } from './words.ts';
import './gate.css';

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
