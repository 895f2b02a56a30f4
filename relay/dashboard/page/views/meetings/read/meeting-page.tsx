import { CheckCheck } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button, Badge } from '../../../kit/button.tsx';
import { Empty, Page } from '../../../kit/page.tsx';
import { Link } from '../../../kit/link.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { now } from '../../../state/clock.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { linesOf } from '../transcript/lines.ts';
import { marksOf, speakersOf } from '../transcript/marks.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { dayInWords } from '../../../kit/dates.ts';
import { localDay } from '../common/words.ts';
import { useMeeting, type Meeting, type OpenMeeting } from './meeting.ts';
import { NotEnded } from './not-ended.tsx';
import { resultsOf, stateOf, suggestionsOf, sureOf, type Outcome } from './result.ts';
import { Results } from './results.tsx';
import './read.css';

/** One meeting: what was found, beside the words it was found in. */
export function MeetingPage({ id }: { readonly id: string }) {
  const { href } = usePlace();
  const { meeting, open } = useMeeting(id);
  const above = { title: 'Meetings', to: href('meetings') };
  if (meeting === undefined)
    return <Page title="Meeting" above={above} isReady={false} isFull children={null} />;
  if (isRefusal(meeting))
    return (
      <Page title="Meeting" above={above} isReady>
        <Empty title="This meeting cannot be shown">
          <p>{meeting.message}</p>
          <Link to={above.to}>All meetings</Link>
        </Empty>
      </Page>
    );
  const isOver = meeting.status === 'completed';
  return (
    <Page
      title={meeting.title}
      above={above}
      isReady
      isFull
      actions={isOver && <ConfirmAll meeting={meeting} open={open} />}
    >
      <Content meeting={meeting} open={open} />
    </Page>
  );
}

interface PartProps {
  readonly meeting: Meeting;
  readonly open: OpenMeeting;
}

function Content({ meeting, open }: PartProps) {
  const { query, setQuery } = useAddress();
  const { transcript, speakers: named } = meeting;
  const results = resultsOf(meeting);
  const suggestions = suggestionsOf(meeting);
  const found = [...results, ...suggestions];
  const lines = useMemo(() => linesOf(transcript, named), [transcript, named]);
  const sentences = found.map(({ found: { sentence } }) => sentence ?? '').join('\n');
  const marks = useMemo(
    () =>
      marksOf(
        lines,
        found.map(({ id, found: { sentence } }) => ({ id, sentence })),
      ),
    [lines, sentences],
  );
  const dropped = new Set(
    results.filter((result) => stateOf(result) === 'dropped').map(({ id }) => id),
  );
  const chosen = query.get('result') ?? '';
  const speakers = useMemo(() => speakersOf(lines, marks), [lines, marks]);
  const [asked, setAsked] = useState(0);
  const choose = (result: string) => {
    setQuery({ result });
    setAsked((count) => count + 1);
  };
  const chooseRow = (result: string) => {
    setQuery({ result });
    document.getElementById(`result-${result}`)?.scrollIntoView({ block: 'nearest' });
  };
  const speakerOf = (result: string) => speakers.get(result) ?? '';
  return (
    <div class="meeting">
      <div class="meeting-found">
        <Facts meeting={meeting} />
        {meeting.status === 'completed' ? (
          <>
            <Notices notices={meeting.notices} />
            <Results
              {...{ results, suggestions, chosen, choose, open, speakerOf }}
              method={meeting.method}
            />
            <Packages packages={meeting.work_packages} />
          </>
        ) : (
          <NotEnded meeting={meeting} />
        )}
      </div>
      <Transcript {...{ lines, marks, chosen, asked, dropped }} choose={chooseRow} />
    </div>
  );
}

/** When it was, who took part, and how it was read. */
function Facts({ meeting }: { readonly meeting: Meeting }) {
  const { date, created_at: at, participants } = meeting;
  return (
    <p class="meeting-facts">
      <time class="numbers nowrap" dateTime={date ?? at}>
        {dayInWords(date ?? localDay(Date.parse(at)), now.value)}
      </time>
      {participants.map((name) => (
        <Who key={name} name={name} />
      ))}
    </p>
  );
}

/** How it was read, where a person has to know: before they trust what was found. */
function Notices({ notices = [] }: { readonly notices: readonly string[] | undefined }) {
  if (notices.length === 0) return null;
  return (
    <ul class="meeting-notices" aria-label="How it was read">
      {notices.map((notice) => (
        <li key={notice}>{asData(notice, 400)}</li>
      ))}
    </ul>
  );
}

/** What a reader was not sure of is left to be looked at one by one. */
function ConfirmAll({ meeting, open }: PartProps) {
  const results = resultsOf(meeting);
  const waiting = results.filter((result) => stateOf(result) === 'found').length;
  const sure = sureOf(results);
  if (results.length === 0 || (sure.length === 0 && waiting > 0)) return null;
  return (
    <Button
      kind="primary"
      disabled={waiting === 0}
      title={waiting === 0 ? 'Nothing waits' : undefined}
      onClick={() => void open.confirmAll(sure)}
    >
      <CheckCheck size={15} aria-hidden />
      {waiting === 0
        ? 'All reviewed'
        : `Confirm all ${sure.length}${sure.length < waiting ? ' that are sure' : ''}`}
    </Button>
  );
}

const states = {
  open: { words: 'Open', tone: 'plain' },
  claimed: { words: 'Claimed', tone: 'info' },
  in_progress: { words: 'In progress', tone: 'accent' },
  completed: { words: 'Done', tone: 'good' },
} as const;

/** The work that follows from what was decided; it is claimed and moved in Work. */
function Packages({ packages }: { readonly packages: Outcome['work_packages'] }) {
  const { href } = usePlace();
  if (packages.length === 0) return null;
  return (
    <section class="meeting-packages" aria-labelledby="packages-title">
      <header class="meeting-part">
        <h3 id="packages-title">
          Work packages <span class="faint numbers">{packages.length}</span>
        </h3>
        <Link to={href('work', 'packages')}>Claim in Work</Link>
      </header>
      <ul>
        {packages.map((one) => (
          <li key={one.id} class="meeting-package">
            <span class="cut" title={asData(one.title)}>
              {asData(one.title)}
            </span>
            <span class="faint nowrap">
              {one.files.length === 0 ? 'not file-scoped' : counted(one.files.length, 'file')}
            </span>
            <span class="cut">
              {one.assignee_name !== undefined && <Who name={one.assignee_name} />}
            </span>
            <Badge tone={states[one.status].tone}>{states[one.status].words}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
