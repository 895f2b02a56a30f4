import { useAddress } from '../../place/address.ts';
import { AddMeeting } from './add/add-meeting.tsx';
import { MeetingList } from './list.tsx';
import { MeetingPage } from './read/meeting-page.tsx';
import { RecordPage } from './record/before-recording.tsx';
import './meetings.css';

/** What was said, what was found in it, and what a person makes of that. */
export default function Meetings() {
  const { rest, query } = useAddress();
  const [id] = rest;
  if (id === 'record') return <RecordPage />;
  if (id !== undefined) return <MeetingPage key={id} id={id} />;
  return query.get('new') === null ? <MeetingList /> : <AddMeeting />;
}
