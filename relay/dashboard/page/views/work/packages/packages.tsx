import { asData } from '../../../../../../shared/kernel/display.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { WorkPackageRecord } from '../../../../../../shared/work-packages/contract.ts';
import { Empty } from '../../../kit/page.tsx';
import { Pick } from '../../../kit/forms/field.tsx';
import { Link } from '../../../kit/link.tsx';
import { More, Rows } from '../../../kit/lists/rows.tsx';
import { Ago } from '../../../kit/time.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { idsChangedBy } from '../../../state/changed-records.ts';
import { useRecords } from '../../../state/records.ts';
import { WorkPage } from '../common/work-page.tsx';
import { byMeeting, type PackageGroup } from './groups.ts';
import { PackageRow } from './package-row.tsx';
import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import './packages.css';

const pageSize = 100;
const shows = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'claimed', label: 'Claimed' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
] as const;

/** DSH-66: the pieces of work that meetings led to, each to be claimed, begun and completed. */
export function Packages() {
  const { me } = usePlace();
  const { query, setQuery } = useAddress();
  const status = shows.find(({ value }) => value === query.get('state'))?.value ?? '';
  const isMine = query.get('mine') === '1';
  const list = useRecords<WorkPackageRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listPackages', {
            id,
            limit: pageSize,
            ...(status !== '' && { status }),
            ...(isMine && { assignee: me.id }),
            before,
          }),
          (answer) => answer.packages,
        ),
      idOf: (one) => one.id,
      // A review or another reading of a meeting can change any of its packages (PKG-4).
      changedBy: (event) => [...idsChangedBy(event, 'package'), ...idsChangedBy(event, 'meeting')],
    }),
    [status, isMine],
  );
  const packages = list.items.value;
  const groups = byMeeting(packages);
  const titles = useMeetingTitles(groups.map(({ meetingId }) => meetingId));
  return (
    <WorkPage
      tab="packages"
      isReady={list.state.value !== 'loading'}
      actions={
        <>
          <Pick
            label="Whose"
            value={isMine ? '1' : ''}
            options={[
              { value: '', label: 'Everybody’s' },
              { value: '1', label: 'Mine' },
            ]}
            onPick={(mine) => setQuery({ mine })}
          />
          <Pick
            label="State"
            value={status}
            options={shows}
            onPick={(state) => setQuery({ state })}
          />
        </>
      }
    >
      {packages.length === 0 && list.state.value === 'ready' && (
        <NoneYet isFiltered={status !== '' || isMine} />
      )}
      {groups.map((group) => (
        <Meeting
          key={group.meetingId}
          group={group}
          title={titles.get(group.meetingId)}
          onMoved={list.put}
        />
      ))}
      <More list={list} />
    </WorkPage>
  );
}

interface MeetingProps {
  readonly group: PackageGroup;
  /** Undefined until it is known. */
  readonly title: string | undefined;
  onMoved(one: WorkPackageRecord): void;
}

function Meeting({ group: { meetingId, packages, completed }, title, onMoved }: MeetingProps) {
  const { href } = usePlace();
  const name = title === undefined ? 'Meeting' : asData(title);
  return (
    <section class="packages" aria-label={name}>
      <h2>
        <Link to={href('meetings', meetingId)}>{name}</Link>{' '}
        <span class="faint numbers">
          {completed}/{packages.length} · <Ago at={packages[0]?.created_at ?? 0} />
        </span>
      </h2>
      <Rows label={`Work packages of ${name}`}>
        {packages.map((one) => (
          <PackageRow key={one.id} one={one} onMoved={onMoved} />
        ))}
      </Rows>
    </section>
  );
}

function NoneYet({ isFiltered }: { readonly isFiltered: boolean }) {
  const { href } = usePlace();
  if (isFiltered) return <Empty title="No work package is like this" />;
  return (
    <Empty title="No work packages yet">
      <p>
        A meeting’s decisions and action items become packages, no two of them with the same file.{' '}
        <Link to={`${href('meetings')}?new=1`}>Add a meeting</Link> and they appear here.
      </p>
    </Empty>
  );
}

const mostRecent = 100;

/** What the meetings are called: the recent ones by their list, older ones one by one. */
function useMeetingTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { client, workspace } = usePlace();
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (ids.every((one) => titles.has(one))) return undefined;
    let isGone = false;
    const load = async () => {
      const page = { workspace_id: workspace.value.id, limit: mostRecent };
      const recent = await client.call('recentMeetings', page);
      const known = new Map(isRefusal(recent) ? [] : recent.map(({ id, title }) => [id, title]));
      const older = ids.filter((one) => !known.has(one));
      const asked = older.map((meeting_id) => client.call('getMeeting', { meeting_id }));
      for (const meeting of await Promise.all(asked))
        if (!isRefusal(meeting)) known.set(meeting.id, meeting.title);
      if (!isGone) setTitles(known);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [ids.join()]);
  return titles;
}
