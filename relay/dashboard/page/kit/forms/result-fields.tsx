import { useId, useState } from 'preact/hooks';
import { asData } from '../../../../../shared/kernel/display.ts';
import type { Member } from '../../state/members.ts';
import type { Refusal } from '../../../../../shared/kernel/refusal.ts';
import {
  changesSeen,
  priorities,
  wordsNow,
  type resultFields,
  type ResultWords,
} from '../result-words.ts';
import type { Refused } from './dialog-form.tsx';
import { useDraft, useHasDraft } from './draft.tsx';
import { Field } from './field.tsx';
import { ChoiceField, LongField, TextField } from './text-field.tsx';
import type { Problems } from './problems.ts';
import './field.css';

/**
 * The words of a result while they are edited. `changes` is what differs from how the person saw them: what somebody else changes
 * meanwhile is not among it, and stays. Where both change the same, the person is refused, and has `seen` it then (MTG-29). Both are kept
 * as a draft (DSH-4).
 */
export function useResultWords(id: string, now: ResultWords) {
  const [opened] = useState({ before: now, words: now });
  const { draft, change, isBack, forget } = useDraft(draftOf(id), opened);
  const { before, words } = draft;
  const set = (changes: Partial<ResultWords>) =>
    change({ before, words: { ...words, ...changes } });
  const seen = (show: Refused) => (refusal: Refusal) => {
    change({ before: wordsNow(before, refusal), words });
    show(refusal);
  };
  return { words, set, changes: changesSeen(before, words), seen, kept: { isBack, forget } };
}

/** Whether somebody has typed into the form of a result and not sent it. */
export function useHasResultDraft(id: string): boolean {
  return useHasDraft(draftOf(id));
}

function draftOf(id: string): string {
  return `result ${id}`;
}

interface ResultFieldsProps {
  readonly words: ResultWords;
  readonly members: readonly Member[];
  readonly problems?: Problems<(typeof resultFields)[number]>;
  set(changes: Partial<ResultWords>): void;
}

/** The fields of a result: of a decision why, of an action item who does it until when. */
export function ResultFields({ words, members, problems, set }: ResultFieldsProps) {
  const isDecision = words.kind === 'decision';
  return (
    <>
      <TextField
        label={isDecision ? 'What was decided' : 'What is to do'}
        required
        autofocus
        value={words.title}
        problem={isDecision ? problems?.title : problems?.action}
        onInput={(title) => set({ title })}
      />
      {isDecision ? (
        <LongField
          label="Why"
          rows={2}
          value={words.rationale}
          problem={problems?.rationale}
          onInput={(rationale) => set({ rationale })}
        />
      ) : (
        <div class="result-fields">
          <WhoField {...{ words, members, set }} problem={problems?.assignee} />
          <TextField
            label="Until"
            type="date"
            hint={words.deadlineWords && `Said as “${asData(words.deadlineWords, 80)}”`}
            value={words.deadline}
            problem={problems?.deadline}
            onInput={(deadline) => set({ deadline })}
          />
          <ChoiceField
            label="Priority"
            value={words.priority}
            options={priorities}
            problem={problems?.priority}
            onPick={(priority) => set({ priority })}
          />
        </div>
      )}
    </>
  );
}

type WhoProps = Pick<ResultFieldsProps, 'words' | 'members' | 'set'> & {
  readonly problem: string | undefined;
};

/** A member, or any other name; nobody when it is empty. */
function WhoField({ words, members, set, problem }: WhoProps) {
  const list = useId();
  return (
    <Field label="Who does it" problem={problem}>
      {(field) => (
        <>
          <input
            {...field}
            list={list}
            placeholder="Nobody"
            autocomplete="off"
            value={words.assignee}
            onInput={({ currentTarget }) => set({ assignee: currentTarget.value })}
          />
          <datalist id={list}>
            {members.map(({ user_id: id, name }) => (
              <option key={id} value={asData(name, 80)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
