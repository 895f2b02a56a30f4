import { useState } from 'preact/hooks';
import { showDialog } from './ask.tsx';
import { DialogForm } from './dialog-form.tsx';
import { TextField } from './text-field.tsx';

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
    <DialogForm
      yes={yes}
      close={close}
      send={() => {
        onSubmit(note.trim());
        return true;
      }}
    >
      {() => (
        <>
          <p>{text}</p>
          <TextField {...{ label, hint }} autofocus value={note} onInput={setNote} />
        </>
      )}
    </DialogForm>
  );
}
