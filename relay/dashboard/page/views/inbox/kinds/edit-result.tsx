import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import { showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm } from '../../../kit/forms/dialog-form.tsx';
import { ResultFields, useResultWords } from '../../../kit/forms/result-fields.tsx';
import {
  changesOf,
  resultFields,
  type ResultChanges,
  type ResultWords,
} from '../../../kit/result-words.ts';
import { act } from '../../../kit/toast.tsx';
import { usePlace } from '../../../place/place.ts';
import { useMembers } from '../../../state/members.ts';

/** Asks for other words of a result; what was there can be brought back. */
export function editResult(record: UnreviewedResult): Promise<void> {
  return showDialog('Edit what was found', ({ close }) => (
    <EditForm record={record} close={close} />
  ));
}

/** What can be changed of a result, as it is. */
function wordsOf(record: UnreviewedResult): ResultWords {
  const { kind, title, rationale = '', assignee = '', priority = 'medium' } = record;
  const { deadline = '', deadline_words: deadlineWords = '' } = record;
  return { kind, title, rationale, assignee, deadline, deadlineWords, priority };
}

interface EditFormProps {
  readonly record: UnreviewedResult;
  close(): void;
}

function EditForm({ record, close }: EditFormProps) {
  const { client } = usePlace();
  const before = wordsOf(record);
  const { words, set } = useResultWords(before);
  const members = useMembers();
  const { meeting_id, id: result_id } = record;
  const say = (changes: ResultChanges) =>
    client.call('reviewResult', { meeting_id, result_id, ...changes });
  return (
    <DialogForm
      yes="Save"
      fields={resultFields}
      close={close}
      send={(refused) => {
        const changes = changesOf(before, words);
        if (changes === undefined) return true;
        const undo = () => say(changesOf(words, before) ?? {});
        return act(say(changes), { done: 'Changed.', undo, refused });
      }}
    >
      {(problems) => <ResultFields {...{ words, members, set, problems }} />}
    </DialogForm>
  );
}
