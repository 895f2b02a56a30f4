import { useState } from 'preact/hooks';
import type { Client, Request } from '../../../../../../shared/api/caller.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { showDialog } from '../../../kit/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { act } from '../../../kit/toast.tsx';

type Changes = Omit<Request<'reviewResult'>, 'meeting_id' | 'result_id'>;

/** Asks for other words of a result; what was there can be brought back. */
export async function editResult(client: Client, record: UnreviewedResult): Promise<void> {
  let changes: Changes | undefined;
  await showDialog('Edit what was found', ({ close }) => (
    <EditForm
      record={record}
      close={close}
      onSubmit={(given) => {
        changes = given;
        close();
      }}
    />
  ));
  if (changes === undefined) return;
  const { meeting_id, id: result_id } = record;
  const say = (given: Changes) => client.call('reviewResult', { meeting_id, result_id, ...given });
  await act(say(changes), { done: 'Changed.', undo: () => say(wordsOf(record)) });
}

/** What can be changed of a result, as it is. */
function wordsOf(record: UnreviewedResult): Changes {
  const { kind, title, rationale = '', deadline = null, priority = 'medium' } = record;
  return kind === 'decision' ? { title, rationale } : { action: title, deadline, priority };
}

interface EditFormProps {
  readonly record: UnreviewedResult;
  close(): void;
  onSubmit(changes: Changes): void;
}

type Priority = NonNullable<UnreviewedResult['priority']>;

const priorities = ['high', 'medium', 'low'] as const;

function EditForm({ record, close, onSubmit }: EditFormProps) {
  const isDecision = record.kind === 'decision';
  const [title, setTitle] = useState(record.title);
  const [rationale, setRationale] = useState(record.rationale ?? '');
  const [deadline, setDeadline] = useState(record.deadline ?? '');
  const [priority, setPriority] = useState<Priority>(record.priority ?? 'medium');
  const submit = (event: Event) => {
    event.preventDefault();
    const until = deadline === '' ? null : deadline;
    onSubmit(
      isDecision
        ? { title: title.trim(), rationale: rationale.trim() }
        : { action: title.trim(), deadline: until, priority },
    );
  };
  return (
    <form class="dialog-form" onSubmit={submit}>
      <Field label={isDecision ? 'What was decided' : 'What is to do'}>
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
      {isDecision ? (
        <Field label="Why">
          {(field) => (
            <textarea
              {...field}
              value={rationale}
              onInput={({ currentTarget }) => setRationale(currentTarget.value)}
            />
          )}
        </Field>
      ) : (
        <div class="inbox-edit-line">
          <Field label="Until">
            {(field) => (
              <input
                {...field}
                type="date"
                value={deadline}
                onInput={({ currentTarget }) => setDeadline(currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Priority">
            {(field) => (
              <select
                {...field}
                value={priority}
                onChange={({ currentTarget }) => setPriority(currentTarget.value as Priority)}
              >
                {priorities.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
