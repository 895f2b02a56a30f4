import { asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { WorkstreamRecord } from '../../../../../../shared/workstreams/contract.ts';
import { Badge } from '../../../kit/button.tsx';
import { Page, UnreadPage } from '../../../kit/page.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { Name } from '../../../kit/code.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecord } from '../../../state/record.ts';
import { Members } from './members.tsx';
import { PullRequest, Progress } from './workstream-row.tsx';
import { Reserved } from './reserved.tsx';
import { StillOpen } from './still-open.tsx';
import { WorkstreamActions } from './workstream-actions.tsx';
import { WorkstreamCommits } from './workstream-commits.tsx';
import { WorkstreamTasks } from './workstream-tasks.tsx';
import { workstreamsChangedBy } from './changed-by.ts';
import './workstream-page.css';

const tones = { active: 'accent', completed: 'good', abandoned: 'plain' } as const;

/** DSH-64: one workstream with its members, tasks, commits and reservations, and what keeps it from its end. */
export function WorkstreamPage({ id: slug }: { readonly id: string }) {
  const { href } = usePlace();
  const record = useRecord<WorkstreamRecord>(
    ({ client, id }) => ({
      read: () => client.call('getWorkstream', { id, slug, progress: true }),
      isChangedBy: (event, before) => {
        const known = before === undefined || isRefusal(before) ? [] : [before];
        if (event.type === 'file_reserved' || event.type === 'file_released')
          return known.some(({ members }) =>
            members.some((one) => one.session_id === event.session_id),
          );
        return workstreamsChangedBy(event, known).includes(slug);
      },
    }),
    [slug],
  );
  const found = record.value.value;
  const above = { title: 'Work', to: href('work') };
  if (found === undefined || isRefusal(found))
    return (
      <UnreadPage title={slug} above={above} refusal={found} none="This workstream is not shown">
        <p>It may be private, or have another name.</p>
      </UnreadPage>
    );
  return (
    <Page
      title={found.title || found.slug}
      above={above}
      isReady
      actions={<WorkstreamActions workstream={found} onChanged={record.put} />}
    >
      <Facts workstream={found} />
      {found.description !== '' && <p class="work-text">{asText(found.description)}</p>}
      <div class="work-columns">
        <div class="work-main">
          <WorkstreamTasks workstream={found} />
          <WorkstreamCommits slug={slug} />
        </div>
        <div class="work-side">
          {found.status === 'active' && <StillOpen workstream={found} />}
          <Members workstream={found} />
          <Reserved workstream={found} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ workstream }: { readonly workstream: WorkstreamRecord }) {
  const { status, visibility, branch, base_branch: base, reason, progress } = workstream;
  return (
    <div class="work-facts">
      <Badge tone={tones[status]}>{status}</Badge>
      {visibility === 'private' && <Badge>private</Badge>}
      <span class="quiet">
        <Name text={branch} /> from <Name text={base} />
      </span>
      <Progress {...progress} />
      <span class="quiet">
        started by <Who name={workstream.created_by_name} /> <Ago at={workstream.created_at} />
      </span>
      {workstream.ended_at !== undefined && (
        <span class="quiet">
          ended <Ago at={workstream.ended_at} />
        </span>
      )}
      <PullRequest workstream={workstream} />
      {reason !== undefined && <span class="quiet">{asText(reason)}</span>}
    </div>
  );
}
