import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Refusal } from '../../../../../shared/kernel/refusal.ts';
import { Button } from '../button.tsx';
import { DraftNote } from './draft.tsx';
import { Problem } from './field.tsx';
import { problemsOf, type Problems } from './problems.ts';
import { showDialog } from './ask.tsx';
import { TextField } from './text-field.tsx';

/** Shows a refusal in the form that was sent. */
export type Refused = (refusal: Refusal) => void;

interface DialogFormProps<Name extends string> {
  /** The words of the button that sends it. */
  readonly yes: string;
  readonly kind?: 'primary' | 'danger';
  /** False while it cannot be sent. */
  readonly isReady?: boolean;
  /** What the interface calls its fields: a refusal stands beside the one that it is about. */
  readonly fields?: readonly Name[];
  /** Of a form that keeps what is typed (`useDraft`). */
  readonly kept?: { readonly isBack: boolean; forget(): void };
  close(): void;
  /** What was sent, or undefined after it was `refused`: then the form stays, with what is typed. */
  send(refused: Refused): unknown;
  /** Draws the fields. */
  children(problems: Problems<Name>): ComponentChildren;
}

/** The form in a dialog: its fields, what is wrong with them, and the buttons. Enter sends it, Cancel gives up what was typed. */
export function DialogForm<Name extends string>(props: DialogFormProps<Name>) {
  const { yes, kind = 'primary', isReady = true, fields = [], kept, close } = props;
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const problems = problemsOf(refusal, fields);
  const end = () => {
    kept?.forget();
    close();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isReady || isSending) return;
    setRefusal(undefined);
    setSending(true);
    const sent = await props.send(setRefusal);
    setSending(false);
    if (sent !== undefined) end();
  };
  return (
    <form class="dialog-form" onSubmit={(event) => void submit(event)}>
      {kept !== undefined && <DraftNote isBack={kept.isBack} onForget={kept.forget} />}
      {props.children(problems)}
      <Problem text={problems.elsewhere} />
      <div class="dialog-actions">
        <Button onClick={end}>Cancel</Button>
        <Button kind={kind} type="submit" disabled={!isReady || isSending}>
          {yes}
        </Button>
      </div>
    </form>
  );
}

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

/**
 * DSH-4: asks before something that cannot be undone, and why it is done. `send` does it with what was written, and answers undefined
 * after it was `refused`: then the form stays. Its answer, or undefined when it is not wanted.
 */
export async function askNote<Answer>(
  question: NoteQuestion,
  send: (note: string, refused: Refused) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await showDialog(question.title, ({ close }) => (
    <NoteForm
      {...question}
      close={close}
      send={async (note, refused) => (answer = await send(note, refused))}
    />
  ));
  return answer;
}

interface NoteFormProps extends NoteQuestion {
  close(): void;
  send(note: string, refused: Refused): Promise<unknown>;
}

/** Enter in its field does it. */
function NoteForm({ text, label, hint = '', yes, close, send }: NoteFormProps) {
  const [note, setNote] = useState('');
  return (
    <DialogForm
      yes={yes}
      fields={['note']}
      close={close}
      send={(refused) => send(note.trim(), refused)}
    >
      {(problems) => (
        <>
          <p>{text}</p>
          <TextField
            {...{ label, hint }}
            problem={problems.note}
            autofocus
            value={note}
            onInput={setNote}
          />
        </>
      )}
    </DialogForm>
  );
}
