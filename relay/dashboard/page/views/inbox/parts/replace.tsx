import { useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isFinal, showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { LongField, TextField } from '../../../kit/forms/text-field.tsx';

/** The words of the decision that replaces another. */
export interface Replacement {
  readonly title: string;
  readonly rationale: string;
}

/** Asks for the decision that takes the place of one; undefined when it is not wanted. */
export async function askReplacement(before: string): Promise<Replacement | undefined> {
  let answer: Replacement | undefined;
  await showDialog('Supersede it by a new decision', ({ close }) => (
    <ReplacementForm
      before={before}
      close={close}
      onSubmit={(given) => {
        answer = given;
        close();
      }}
    />
  ));
  return answer;
}

interface FormProps {
  readonly before: string;
  close(): void;
  onSubmit(given: Replacement): void;
}

function ReplacementForm({ before, close, onSubmit }: FormProps) {
  const [title, setTitle] = useState('');
  const [rationale, setRationale] = useState('');
  return (
    <DialogForm
      yes="Supersede"
      close={close}
      send={() => {
        onSubmit({ title: title.trim(), rationale: rationale.trim() });
        return true;
      }}
    >
      {() => (
        <>
          <p class="quiet">
            “{asData(before)}” ends, and agents are told the new one instead. {isFinal}
          </p>
          <TextField
            label="What is decided now"
            required
            autofocus
            value={title}
            onInput={setTitle}
          />
          <LongField
            label="Why"
            hint="Name the files and symbols that it is about."
            value={rationale}
            onInput={setRationale}
          />
        </>
      )}
    </DialogForm>
  );
}
