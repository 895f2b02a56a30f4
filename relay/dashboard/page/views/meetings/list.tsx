import { Mic, Plus } from 'lucide-preact';
import type { Output } from '../../../../../shared/api/operations.ts';
import { asData, shownUser } from '../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import { Badge } from '../../kit/button.tsx';
import { Empty, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/link.tsx';
import { RecordRows } from '../../kit/lists/rows.tsx';
import { usePlace } from '../../place/place.ts';
import { now } from '../../state/clock.ts';
import { useRecords } from '../../state/records.ts';
import { counted } from '../../kit/lists/counts.ts';
import { summaryOf, type Summary } from './summary.ts';
import { dayInWords } from '../../kit/dates.ts';
import { localDay } from './common/words.ts';

/** Meetings, the newest first. */
export function MeetingList() {
  const place = usePlace();
  const { href } = place;
  const list = useMeetings();
  return (
    <Page title="Meetings" isReady={list.state.value !== 'loading'} actions={<Actions />}>
      <RecordRows
        list={list}
        label="Meetings"
        row={(meeting) => (
          <Row key={meeting.id} meeting={meeting} to={href('meetings', meeting.id)} />
        )}
        none={<NothingYet />}
      />
    </Page>
  );
}

const pageSize = 50;
const mostNames = 3;

function useMeetings() {
  return useRecords<Summary>(({ client, id }) => ({
    async list(before) {
      let next: string | undefined;
      const items = await client.call(
        'recentMeetings',
        { workspace_id: id, limit: pageSize, ...(before !== undefined && { before }) },
        { onNextCursor: (cursor) => (next = cursor) },
      );
      return isRefusal(items) ? items : { items, next };
    },
    idOf: ({ id }) => id,
    changedBy: 'meeting',
    async one(meeting_id) {
      const meeting = await client.call('getMeeting', { meeting_id, brief: true });
      return isRefusal(meeting) ? meeting : summaryOf(meeting);
    },
    order: (a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
  }));
}

function Actions() {
  const { href } = usePlace();
  return (
    <>
      <Link to={href('meetings', 'record')} class="button" data-kind="plain">
        <Mic size={14} aria-hidden /> Record
      </Link>
      <Link to={`${href('meetings')}?new=1`} class="button" data-kind="primary">
        <Plus size={14} aria-hidden /> Add a meeting
      </Link>
    </>
  );
}

function NothingYet() {
  return (
    <Empty title="No meeting yet">
      <p>
        Paste what was said, or record it. Decisions and promises are found in it, each with the
        sentence it came from; you confirm, change or drop them, and agents are told what was
        decided.
      </p>
      <p class="meetings-empty-actions">
        <Actions />
      </p>
    </Empty>
  );
}

type RecentMeeting = Output<'recentMeetings'>[number];

function Row({ meeting, to }: { readonly meeting: RecentMeeting; readonly to: string }) {
  const { title, participants, date, created_at: at, decisions_count: decisions } = meeting;
  const packages = meeting.work_packages_count;
  return (
    <li>
      <Link to={to} class="list-row meetings-row" data-row>
        <time class="numbers faint" dateTime={date ?? at}>
          {dayInWords(date ?? localDay(Date.parse(at)), now.value)}
        </time>
        <span class="list-row-title meetings-title cut">{asData(title)}</span>
        <People names={participants} />
        <span class="meetings-count quiet numbers">
          {decisions > 0 && counted(decisions, 'decision')}
        </span>
        <span class="meetings-count quiet numbers">
          {packages > 0 && counted(packages, 'package')}
        </span>
        <span class="meetings-state">
          <State {...meeting} />
        </span>
      </Link>
    </li>
  );
}

/** How many more there are is said also where the names are cut. */
function People({ names }: { readonly names: readonly string[] }) {
  const all = names.map((name) => shownUser(name, 40));
  const more = all.length - mostNames;
  return (
    <span class="meetings-people quiet" title={all.join(', ')}>
      <span class="cut">{all.slice(0, mostNames).join(', ')}</span>
      {more > 0 && <span class="nowrap">and {more} more</span>}
    </span>
  );
}

function State({ status, ...counts }: RecentMeeting) {
  const { unreviewed_count: waiting = 0, suggestions_count: suggested = 0 } = counts;
  if (status === 'recording') return <Badge tone="info">Not ended</Badge>;
  if (status === 'processing') return <Badge tone="info">Being read</Badge>;
  if (waiting > 0) return <Badge tone="accent">{waiting} to review</Badge>;
  if (suggested > 0) return <span class="quiet">{counted(suggested, 'suggestion')}</span>;
  const isEmpty = counts.decisions_count + counts.work_packages_count === 0;
  return <span class="faint">{isEmpty ? 'No results' : 'Reviewed'}</span>;
}
