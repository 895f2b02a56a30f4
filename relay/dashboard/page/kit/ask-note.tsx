import { useState } from 'preact/hooks';
import { showDialog } from './ask.tsx';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

interface NoteQuestion {
  readonly title: string;
  /** What happens, and to whom. */
  readonly text: string;
  /** Of the field; it may stay empty. */
  readonly label: string;
  readonly hint?: string;
  /** The words of the button that does it. */
  readonly yes: string;
}

/** DSH-4: asks before something that cannot be undone, and why it is done. What was written, or undefined when it is not wanted. */
export async function askNote(question: NoteQuestion): Promise<string | undefined> {
  let answer: string | undefined;
  await showDialog(question.title, ({ close }) => (
    <NoteForm
      {...question}
      close={close}
      onSubmit={(note) => {
        answer = note;
        close();
      }}
    />
  ));
  return answer;
}

interface NoteFormProps extends NoteQuestion {
  close(): void;
  onSubmit(note: string): void;
}

/** Enter in its field does it. */
function NoteForm({ text, label, hint = '', yes, close, onSubmit }: NoteFormProps) {
  const [note, setNote] = useState('');
  return (
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(note.trim());
      }}
    >
      <p>{text}</p>
      <Field label={label} hint={hint}>
        {(field) => (
          <input
            {...field}
            autofocus
            autocomplete="off"
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
      </Field>
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" type="submit">
          {yes}
        </Button>
      </div>
    </form>
  );
}
