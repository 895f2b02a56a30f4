import { useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isFinal, showDialog } from '../../../kit/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';

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
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ title: title.trim(), rationale: rationale.trim() });
      }}
    >
      <p class="quiet">
        “{asData(before)}” ends, and agents are told the new one instead. {isFinal}
      </p>
      <Field label="What is decided now">
        {(field) => (
          <input
            {...field}
            required
            autofocus
            autocomplete="off"
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Why" hint="Name the files and symbols that it is about.">
        {(field) => (
          <textarea
            {...field}
            value={rationale}
            onInput={({ currentTarget }) => setRationale(currentTarget.value)}
          />
        )}
      </Field>
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" type="submit">
          Supersede
        </Button>
      </div>
    </form>
  );
}
