import { effect, signal } from '@preact/signals';
import { isRefusal, refuse, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { recordingAddress } from '../../../client/connect.ts';
import type { Place } from '../../../place/place.ts';
import { ongoing } from '../../../state/ongoing.ts';
import type { Microphone } from './microphone.ts';
import { Recording } from './recording.ts';

/** The recording of this tab. It goes on while the person walks through the page. */
export const current = signal<Recording | undefined>(undefined);

interface Begun {
  readonly id: string;
  readonly title: string;
}

/** Records a meeting that was begun, until it is stopped or the person leaves the workspace. */
export function beginRecording(place: Place, { id, title }: Begun, microphone: Microphone): void {
  const { client, live, workspace, href } = place;
  const recording = new Recording(
    {
      address: recordingAddress(workspace.value.id, id),
      meetingId: id,
      title,
      whyOver: () => whyOver(client, id),
    },
    microphone,
  );
  live.ended.addEventListener('abort', () => recording.leave());
  const warn = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  const to = `${href('meetings', 'record')}?meeting=${encodeURIComponent(id)}`;
  current.value = recording;
  effect(() => {
    const isOver = recording.phase.value === 'over';
    ongoing.value = isOver ? undefined : { label: `Recording “${title}”`, to };
    if (isOver) window.removeEventListener('beforeunload', warn);
  });
}

/** Only what the service itself says ends a recording; while it says nothing, it may come back. */
async function whyOver(client: Place['client'], meeting_id: string): Promise<Refusal | undefined> {
  const meeting = await client.call('getMeeting', { meeting_id, brief: true });
  if (isRefusal(meeting)) {
    const isFinal = ['Unauthorized', 'Forbidden', 'NotFound'].includes(meeting.error);
    return isFinal ? meeting : undefined;
  }
  return meeting.status === 'completed' ? endedElsewhere : undefined;
}

const endedElsewhere = refuse('Conflict', 'This meeting was ended elsewhere.');
