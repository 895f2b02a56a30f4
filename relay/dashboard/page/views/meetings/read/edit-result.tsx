import { useEffect, useRef, useState } from 'preact/hooks';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button } from '../../../kit/button.tsx';
import { Problem } from '../../../kit/forms/field.tsx';
import { problemsOf } from '../../../kit/forms/problems.ts';
import { ResultFields, useResultWords } from '../../../kit/forms/result-fields.tsx';
import { changesOf, resultFields } from '../../../kit/result-words.ts';
import type { Member } from '../../../state/members.ts';
import type { OpenMeeting } from './meeting.ts';
import { wordsOf, type Result } from './result.ts';

interface EditProps {
  readonly result: Result;
  readonly open: OpenMeeting;
  readonly members: readonly Member[];
  onClose(): void;
}

/** The words of a result, to change; Escape leaves them as they are. */
export function EditResult({ result, open, members, onClose }: EditProps) {
  const form = useRef<HTMLFormElement>(null);
  const before = wordsOf(result);
  const { words, set } = useResultWords(before);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const save = async (event: Event) => {
    event.preventDefault();
    const changes = changesOf(before, words);
    if (changes === undefined) return onClose();
    setSaving(true);
    const isSaved = await open.review(result, changes, { done: 'Changed.', refused: setRefusal });
    setSaving(false);
    if (isSaved) onClose();
  };
  const problems = problemsOf(refusal, resultFields);
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
      <ResultFields {...{ words, members, set, problems }} />
      <Problem text={problems.elsewhere} />
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
