import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { CommitRow } from '../gate/commit-row.tsx';

const shown = 20;

/** The newest commits that passed the gate for it. */
export function WorkstreamCommits({ slug }: { readonly slug: string }) {
  const { client, workspace, href } = usePlace();
  const id = workspace.value.id;
  const read = () => client.call('listCommits', { id, workstream: slug, limit: shown });
  const found = useRecord(
    ({ client, id }) => ({
      read,
      isChangedBy: (event) =>
        (event.type === 'gate_approved' || event.type === 'gate_retracted') &&
        event.workstream === slug,
    }),
    [slug],
  ).value.value;
  const commits = found === undefined || isRefusal(found) ? [] : found.commits;
  return (
    <section aria-labelledby="work-commits">
      <h2 id="work-commits">
        Commits <Link to={`${href('work', 'commits')}?workstream=${slug}`}>all</Link>
      </h2>
      {found !== undefined && commits.length === 0 && (
        <p class="quiet">
          {isRefusal(found)
            ? found.message
            : 'None yet. A commit that passed the gate and was recorded appears here.'}
        </p>
      )}
      {commits.some(({ status }) => status === 'retracted') && (
        <p class="quiet">
          Retracted: the commit counts no longer for the gate, because who recorded it or an admin
          took its receipt back. Git still has it.
        </p>
      )}
      {commits.length > 0 && (
        <ul class="rows work-short" aria-label="Commits">
          {commits.map((commit) => (
            <CommitRow key={commit.receipt_id} commit={commit} isShort />
          ))}
        </ul>
      )}
    </section>
  );
}
