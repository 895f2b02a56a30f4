import { Mic } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty, Page } from '../../../kit/page.tsx';
import { Link } from '../../../kit/link.tsx';
import { Problem } from '../../../kit/forms/field.tsx';
import { useFirstField } from '../../../kit/forms/first-field.ts';
import { TextField } from '../../../kit/forms/text-field.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { now } from '../../../state/clock.ts';
import { localDay, namesIn } from '../common/words.ts';
import { AddTabs } from '../add/add-meeting.tsx';
import { beginRecording, current } from './current.ts';
import { Microphone, obstacleOf } from './microphone.ts';
import { NowRecording } from './now-recording.tsx';
import './record.css';

interface BeforeProps {
  /** Of a meeting to go on with; empty for a new one. */
  readonly meetingId: string;
}

/** DSH-71: says what is needed before anything is recorded, and begins it. */
function BeforeRecording(props: BeforeProps) {
  const { workspace } = usePlace();
  return workspace.value.takes_audio === true ? <Start {...props} /> : <NoSpeechModel />;
}

function NoSpeechModel() {
  const { href } = usePlace();
  return (
    <Empty title="This relay has no speech model">
      <p>
        So it cannot write down what is said. Whoever runs the relay names one in{' '}
        <code>COORD_SPEECH_COMMAND</code>, or in <code>COORD_SPEECH_URL</code> and{' '}
        <code>COORD_SPEECH_MODEL</code>. A transcript that was made elsewhere is read all the same.
      </p>
      <Link to={`${href('meetings')}?new=1`} class="button" data-kind="primary">
        Paste a transcript
      </Link>
    </Empty>
  );
}

function Start({ meetingId }: BeforeProps) {
  const place = usePlace();
  const { client, workspace } = place;
  const { setQuery } = useAddress();
  const known = useKnownTitle(meetingId);
  const [title, setTitle] = useState('');
  const [participants, setParticipants] = useState('');
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  const obstacle = useObstacle();
  const form = useFirstField();
  const isGoingOn = meetingId !== '';
  const begin = async (event: Event) => {
    event.preventDefault();
    setProblem('');
    setAsking(true);
    // First: a meeting that could not be recorded would stay unfinished.
    const microphone = await Microphone.open().catch(() => undefined);
    if (microphone === undefined) {
      setAsking(false);
      return setProblem(noMicrophone);
    }
    const asked = {
      workspace_id: workspace.value.id,
      title,
      participants: namesIn(participants).slice(),
      date: localDay(now.value),
    };
    const meeting = isGoingOn
      ? { id: meetingId, title: known }
      : await act(client.call('startMeeting', asked));
    setAsking(false);
    if (meeting === undefined) return microphone.close();
    beginRecording(place, { title, ...meeting }, microphone);
    setQuery({ meeting: meeting.id });
  };
  return (
    <form ref={form} class="recording-before" onSubmit={(event) => void begin(event)}>
      {obstacle !== '' && (
        <p class="recording-obstacle" role="note">
          {obstacle}
        </p>
      )}
      {isGoingOn ? (
        <h2>Go on with “{asData(known, 120)}”</h2>
      ) : (
        <>
          <TextField label="What it is about" required value={title} onInput={setTitle} />
          <TextField
            label="Who takes part"
            hint="Names with commas between; may stay empty."
            value={participants}
            onInput={setParticipants}
          />
        </>
      )}
      {facts}
      <div class="recording-start">
        <Button
          type="submit"
          kind="primary"
          disabled={obstacle !== '' || isAsking}
          title={obstacle || undefined}
        >
          <Mic size={15} aria-hidden />
          {isAsking ? 'Allow the microphone…' : isGoingOn ? 'Go on recording' : 'Start recording'}
        </Button>
        <Problem text={problem} />
      </div>
    </form>
  );
}

const facts = (
  <ul class="recording-facts quiet">
    <li>Your browser asks for the microphone when you start, and shows that it listens.</li>
    <li>Every five seconds a piece goes to the relay, which writes it down for the team.</li>
    <li>The words are kept; the sound is not.</li>
  </ul>
);

const noMicrophone =
  'There is no microphone that this page may use. Plug one in, or allow it beside the address, and start again.';

function useObstacle(): string {
  const [obstacle, setObstacle] = useState('');
  useEffect(() => void obstacleOf().then(setObstacle), []);
  return obstacle;
}

/** The title of a meeting that was begun before. */
function useKnownTitle(meeting_id: string): string {
  const { client } = usePlace();
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (meeting_id === '') return;
    void client.call('getMeeting', { meeting_id, brief: true }).then((meeting) => {
      if (!isRefusal(meeting)) setTitle(meeting.title);
    });
  }, [meeting_id]);
  return title;
}

/** A meeting that is recorded with the microphone of this tab. */
export function RecordPage() {
  const { href } = usePlace();
  const { query, go } = useAddress();
  const recording = current.value;
  const meeting = query.get('meeting') ?? '';
  const phase = recording?.phase.value;
  const isStopped = phase === 'over' && recording?.problem.value === '';
  const ownId = recording?.options.meetingId;
  useEffect(() => {
    if (!isStopped || ownId === undefined) return;
    current.value = undefined;
    if (meeting === ownId) go(href('meetings', ownId));
  }, [isStopped, ownId]);
  const isShown = recording !== undefined && (meeting === '' || meeting === ownId);
  const above = { title: 'Meetings', to: href('meetings') };
  if (isShown)
    return (
      <Page title={recording.options.title} above={above} isReady isFull>
        <NowRecording recording={recording} />
      </Page>
    );
  return (
    <Page title="Add a meeting" above={above} isReady actions={<AddTabs open="record" />}>
      <BeforeRecording meetingId={meeting} />
    </Page>
  );
}
