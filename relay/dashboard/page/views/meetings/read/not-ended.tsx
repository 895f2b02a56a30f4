import { Mic } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { refuse, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { recordingAddress, openRecording } from '../../../client/connect.ts';
import { ask } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import type { Meeting } from './meeting.ts';

/** A meeting that is still recorded, or whose recording was left. */
export function NotEnded({ meeting }: { readonly meeting: Meeting }) {
  const { href, workspace } = usePlace();
  const [isEnding, setEnding] = useState(false);
  if (meeting.status === 'processing')
    return <p class="meeting-not-ended quiet">What was said is being read for decisions.</p>;
  const end = async () => {
    const yes = await ask({
      title: 'End this meeting?',
      text: 'If somebody still records it, their recording ends. What was said so far is read for decisions.',
      yes: 'End it',
    });
    if (!yes) return;
    setEnding(true);
    await act(endMeeting(recordingAddress(workspace.value.id, meeting.id)));
    setEnding(false);
  };
  return (
    <section class="meeting-not-ended" aria-labelledby="not-ended-title">
      <h2 id="not-ended-title">Not ended yet</h2>
      <p class="quiet">
        This meeting is being recorded, or its recording was left. What was written down until now
        stands beside; decisions are looked for when it ends.
      </p>
      <p class="meeting-not-ended-actions">
        <Link
          to={`${href('meetings', 'record')}?meeting=${encodeURIComponent(meeting.id)}`}
          class="button"
          data-kind="plain"
        >
          <Mic size={14} aria-hidden /> Go on recording
        </Link>
        <Button disabled={isEnding} onClick={() => void end()}>
          {isEnding ? 'Ending…' : 'End it and find what was decided'}
        </Button>
      </p>
    </section>
  );
}

/** Ends a meeting that nobody records any more, so that it is read; true when it was. */
function endMeeting(address: string): Promise<true | Refusal> {
  return new Promise((resolve) => {
    const socket = openRecording(address);
    const done = (answer: true | Refusal) => {
      resolve(answer);
      socket.close();
    };
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'stop' })));
    socket.addEventListener('close', () => done(away));
    socket.addEventListener('message', ({ data }) => {
      const { type, message = '' } = JSON.parse(String(data)) as { type: string; message?: string };
      if (type === 'complete') done(true);
      if (type === 'error') done(refuse('Conflict', message));
    });
  });
}

const away = refuse('Unavailable', 'The relay cannot be reached. Try again in a moment.');
