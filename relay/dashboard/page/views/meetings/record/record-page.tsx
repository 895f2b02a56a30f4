import { useEffect } from 'preact/hooks';
import { Page } from '../../../kit/page.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { AddTabs } from '../add/add-tabs.tsx';
import { BeforeRecording } from './before-recording.tsx';
import { current } from './current.ts';
import { NowRecording } from './now-recording.tsx';
import './record.css';

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
