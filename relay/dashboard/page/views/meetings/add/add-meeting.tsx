import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { Page } from '../../../kit/page.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { now } from '../../../state/clock.ts';
import type { Outcome } from '../read/result.ts';
import { counted, localDay, namesIn } from '../common/words.ts';
import { AddTabs } from './add-tabs.tsx';
import { TranscriptField, type TranscriptHandle } from './transcript-field.tsx';
import { problemOf, titleFromFile } from './transcript-input.ts';
import './add.css';

/** A language model may take its time, twice. */
const ingestTimeoutMs = 75_000;

/** DSH-70: a meeting that was written down elsewhere. */
export function AddMeeting() {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const transcript = useRef<TranscriptHandle>({ text: () => '' });
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    const text = transcript.current.text();
    const wrong = problemOf(text);
    setProblem(wrong);
    if (wrong !== '' || form.current === null) return;
    const { title, participants, date } = Object.fromEntries(new FormData(form.current)) as Record<
      string,
      string
    >;
    setReading(true);
    const meeting = {
      workspace_id: workspace.value.id,
      title: title ?? '',
      transcript: text,
      participants: [...namesIn(participants ?? '')],
      date: date || localDay(now.value),
    };
    const made = await act(client.call('ingestMeeting', meeting, { timeoutMs: ingestTimeoutMs }), {
      done: foundInWords,
    });
    setReading(false);
    if (made !== undefined) go(href('meetings', made.id));
  };
  const onFile = (name: string) => {
    const field = form.current?.querySelector<HTMLInputElement>('input[name=title]');
    if (field?.value === '') field.value = titleFromFile(name);
    setProblem('');
  };
  const above = { title: 'Meetings', to: href('meetings') };
  return (
    <Page title="Add a meeting" above={above} isReady actions={<AddTabs open="paste" />}>
      <form ref={form} class="add-meeting" onSubmit={(event) => void send(event)}>
        <div class="add-about">
          <Text name="title" label="Title" isRequired />
          <Text
            name="participants"
            label="Who took part"
            placeholder="Ann, Bob; who speaks is added"
          />
          <Text name="date" label="Day" type="date" value={localDay(now.value)} />
        </div>
        <TranscriptField handle={transcript} problem={problem} onFile={onFile} />
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

function foundInWords({ decisions, action_items: actions }: Outcome): string {
  if (decisions.length + actions.length === 0) return 'Nothing was found in it.';
  return `Found: ${counted(decisions.length, 'decision')}, ${counted(actions.length, 'action item')}.`;
}

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
}

function Text({ name, label, type = 'text', value = '', placeholder, isRequired }: TextProps) {
  return (
    <Field label={label}>
      {(field) => (
        <input
          {...field}
          {...{ name, type, placeholder }}
          required={isRequired}
          autocomplete="off"
          defaultValue={value}
        />
      )}
    </Field>
  );
}
