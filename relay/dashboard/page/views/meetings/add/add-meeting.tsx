import { useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { DraftNote, useDraft } from '../../../kit/forms/draft.tsx';
import { useFirstField } from '../../../kit/forms/first-field.ts';
import { TextField } from '../../../kit/forms/text-field.tsx';
import { Page, Tabs } from '../../../kit/page.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { now } from '../../../state/clock.ts';
import { counted } from '../../../kit/lists/counts.ts';
import type { Outcome } from '../read/result.ts';
import { localDay, namesIn } from '../common/words.ts';
import { TranscriptField } from './transcript-field.tsx';
import { problemOf, titleFromFile } from './transcript-input.ts';
import './add.css';

/** A language model may take its time, twice. */
const ingestTimeoutMs = 75_000;

interface Draft {
  readonly title: string;
  /** As they are typed. */
  readonly participants: string;
  readonly date: string;
  readonly transcript: string;
}

/** DSH-70: a meeting that was written down elsewhere. */
export function AddMeeting() {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const kept = useDraft<Draft>('meeting', {
    title: '',
    participants: '',
    date: localDay(now.value),
    transcript: '',
  });
  const { draft } = kept;
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);
  const form = useFirstField();
  const send = async (event: Event) => {
    event.preventDefault();
    const wrong = problemOf(draft.transcript);
    setProblem(wrong);
    if (wrong !== '') return;
    setReading(true);
    const meeting = { workspace_id: workspace.value.id, ...meetingOf(draft) };
    const made = await act(client.call('ingestMeeting', meeting, { timeoutMs: ingestTimeoutMs }), {
      done: foundInWords,
    });
    setReading(false);
    if (made === undefined) return;
    kept.forget();
    go(href('meetings', made.id));
  };
  const set = (changes: Partial<Draft>) => {
    kept.change({ ...draft, ...changes });
    setProblem('');
  };
  const onText = (transcript: string, file?: string) =>
    set({
      transcript,
      ...(file !== undefined && draft.title === '' && { title: titleFromFile(file) }),
    });
  const text = (name: 'title' | 'participants' | 'date') => ({
    name,
    value: draft[name],
    onInput: (value: string) => set({ [name]: value }),
  });
  const above = { title: 'Meetings', to: href('meetings') };
  return (
    <Page title="Add a meeting" above={above} isReady actions={<AddTabs open="paste" />}>
      <form ref={form} class="add-meeting" onSubmit={(event) => void send(event)}>
        <DraftNote isBack={kept.isBack} onForget={kept.forget} />
        <div class="add-about">
          <TextField {...text('title')} label="Title" required />
          <TextField
            {...text('participants')}
            label="Who took part"
            placeholder="Ann, Bob; who speaks is added"
          />
          <TextField {...text('date')} label="Day" type="date" />
        </div>
        <TranscriptField text={draft.transcript} problem={problem} onText={onText} />
        <div class="add-send">
          <Button type="submit" kind="primary" disabled={isReading}>
            {isReading ? 'Reading…' : 'Find what was decided'}
          </Button>
          <p class="quiet">
            Nothing that is found is final: you confirm, change or drop each result. Secrets are
            removed before anything is kept.
          </p>
        </div>
      </form>
    </Page>
  );
}

function meetingOf({ title, transcript, participants, date }: Draft) {
  const day = date || localDay(now.value);
  return { title, transcript, participants: [...namesIn(participants)], date: day };
}

function foundInWords({ decisions, action_items: actions }: Outcome): string {
  if (decisions.length + actions.length === 0) return 'Nothing was found in it.';
  return `Found: ${counted(decisions.length, 'decision')}, ${counted(actions.length, 'action item')}.`;
}

/** The two ways in which a meeting comes here. */
export function AddTabs({ open }: { readonly open: 'paste' | 'record' }) {
  const { href } = usePlace();
  return (
    <Tabs
      label="How"
      tabs={[
        { title: 'Paste', to: `${href('meetings')}?new=1`, isOpen: open === 'paste' },
        { title: 'Record', to: href('meetings', 'record'), isOpen: open === 'record' },
      ]}
    />
  );
}
