import { useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import type { Output } from '../../../shared/api/operations.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { Recorder } from './recorder.tsx';
import type { Team } from './team.ts';

interface MeetingsProps extends Pick<Team, 'meetings'> {
  readonly client: Client;
  readonly secret: string;
  readonly workspaceId: string;
  onChanged(): void;
}

/** Meetings: one that was written down elsewhere, one that is recorded now, and those that were. */
export function Meetings({ meetings, ...place }: MeetingsProps) {
  return (
    <section aria-labelledby="meetings">
      <h2 id="meetings">Meetings</h2>
      <Paste {...place} />
      <Recorder {...place} />
      <ol>
        {meetings.map((one) => (
          <Past key={one.id} one={one} {...place} />
        ))}
      </ol>
    </section>
  );
}

type Place = Omit<MeetingsProps, 'meetings'>;

/** A language model may take its time, twice. */
const ingestTimeoutMs = 75_000;

function Paste({ client, workspaceId: workspace_id, onChanged }: Place) {
  const [title, setTitle] = useState('');
  const [transcript, setTranscript] = useState('');
  const [said, setSaid] = useState('');
  const ingest = async (event: Event) => {
    event.preventDefault();
    setSaid('Reading…');
    const meeting = { workspace_id, title, transcript };
    const answer = await client.call('ingestMeeting', meeting, { timeoutMs: ingestTimeoutMs });
    setSaid(isRefusal(answer) ? answer.message : '');
    if (isRefusal(answer)) return;
    setTitle('');
    setTranscript('');
    onChanged();
  };
  return (
    <details>
      <summary>Paste a transcript</summary>
      <form onSubmit={ingest}>
        <label>
          Title of the meeting
          <input
            required
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        <label class="wide">
          Transcript
          <textarea
            required
            rows={8}
            placeholder="Ann: We decided to …"
            value={transcript}
            onInput={({ currentTarget }) => setTranscript(currentTarget.value)}
          />
        </label>
        <button>Find what was decided</button>
      </form>
      <p role="alert">{said}</p>
    </details>
  );
}

interface PastProps extends Pick<Place, 'client'> {
  readonly one: Team['meetings'][number];
}

function Past({ one, client }: PastProps) {
  const [meeting, setMeeting] = useState<Output<'getMeeting'>>();
  const open = async ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (!currentTarget.open) return;
    const answer = await client.call('getMeeting', { meeting_id: one.id });
    if (!isRefusal(answer)) setMeeting(answer);
  };
  return (
    <li>
      <details onToggle={open}>
        <summary>
          {asData(one.title)}{' '}
          <span class="quiet">
            {one.status}, {one.decisions_count} decided, {one.work_packages_count} work packages
          </span>
        </summary>
        {meeting !== undefined && <Outcome meeting={meeting} />}
      </details>
    </li>
  );
}

function Outcome({ meeting }: { meeting: Output<'getMeeting'> }) {
  const { decisions, action_items: actions, method } = meeting;
  return (
    <>
      <ul>
        {decisions.map(({ id, title, rationale }) => (
          <li key={id}>
            <strong>{asData(title)}</strong> {asData(rationale, 600)}
          </li>
        ))}
        {actions.map(({ action, assignee, priority, deadline }) => (
          <li key={`${assignee} ${action}`}>
            {assignee === '' ? 'Somebody' : asData(assignee)}: {asData(action)}{' '}
            <span class="quiet">
              {priority}
              {deadline !== undefined && `, until ${deadline}`}
            </span>
          </li>
        ))}
      </ul>
      {method !== '' && <p class="quiet">Read by {asData(method)}</p>}
    </>
  );
}
