import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import type { OpenMeeting } from './meeting.ts';
import { changesIn, type Changes, type FoundAction, type Result } from './result.ts';

interface EditProps {
  readonly result: Result;
  readonly open: OpenMeeting;
  onClose(): void;
}

/** The words of a result, to change; Escape leaves them as they are. */
export function EditResult({ result, open, onClose }: EditProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const save = async (event: Event) => {
    event.preventDefault();
    const changes = form.current === null ? undefined : changesIn(result, valuesOf(form.current));
    if (changes === undefined) return onClose();
    setSaving(true);
    const isSaved = await open.review(result, changes, 'Changed.');
    setSaving(false);
    if (isSaved) onClose();
  };
  return (
    <form
      ref={form}
      class="result-edit"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      {result.kind === 'decision' ? (
        <>
          <Text name="title" label="What was decided" value={result.found.title} isRequired />
          <Text name="rationale" label="Why" value={result.found.rationale} />
        </>
      ) : (
        <ActionFields found={result.found} />
      )}
      <div class="result-edit-actions">
        <Button type="submit" kind="primary" size="s" disabled={isSaving}>
          Save
        </Button>
        <Button size="s" kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const priorities = ['high', 'medium', 'low'] as const;

function ActionFields({ found }: { readonly found: FoundAction }) {
  return (
    <>
      <Text name="action" label="What is to do" value={found.action} isRequired />
      <div class="result-edit-pair">
        <Field label="Until">
          {(field) => (
            <input {...field} type="date" name="deadline" defaultValue={found.deadline ?? ''} />
          )}
        </Field>
        <Field label="Priority">
          {(field) => (
            <select {...field} name="priority" value={found.priority}>
              {priorities.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  );
}

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isRequired?: boolean;
}

function Text({ name, label, value, isRequired = false }: TextProps) {
  return (
    <Field label={label}>
      {(field) => (
        <input
          {...field}
          name={name}
          defaultValue={value}
          required={isRequired}
          autocomplete="off"
        />
      )}
    </Field>
  );
}

function valuesOf(form: HTMLFormElement): Changes {
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { deadline, ...rest } = values;
  return { ...rest, ...(deadline !== undefined && { deadline: deadline || null }) };
}
