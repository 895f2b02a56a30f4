import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Problem } from '../../../kit/forms/field.tsx';
import { forAdmins } from '../../../place/place.ts';
import { useChange, type Change } from './change.ts';

interface TextSettingProps {
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly isCode?: boolean;
  /** What it is for, with what is typed. */
  about(draft: string): ComponentChildren;
  change(value: string): Change;
  done(value: string): string;
}

/** A line of text that is saved by its button or by Enter; Escape takes back what was typed. */
export function TextSetting(props: TextSettingProps) {
  const { label, value, isDisabled, isCode = false } = props;
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState('');
  const change = useChange();
  const id = useId();
  // Somebody else has changed it.
  useEffect(() => setDraft(value), [value]);
  const isChanged = draft.trim() !== value;
  const save = async (event: Event) => {
    event.preventDefault();
    const next = draft.trim();
    if (!isChanged) return;
    const words = { done: props.done(asData(next, 80)), back: props.change(value) };
    const refusal = await change(props.change(next), words);
    setProblem(refusal?.message ?? '');
  };
  return (
    <form class="setting" onSubmit={(event) => void save(event)}>
      <div class="setting-words">
        <label for={id}>{label}</label>
        <p id={`${id}-about`} class="quiet">
          {props.about(draft.trim())}
        </p>
      </div>
      <div class="setting-value">
        <div class="setting-line">
          <input
            id={id}
            class={isCode ? 'input mono' : 'input'}
            aria-describedby={`${id}-about`}
            aria-invalid={problem !== '' || undefined}
            autocomplete="off"
            spellcheck={false}
            disabled={isDisabled}
            title={isDisabled ? forAdmins : undefined}
            value={draft}
            onInput={({ currentTarget }) => {
              setDraft(currentTarget.value);
              setProblem('');
            }}
            onKeyDown={({ key }) => key === 'Escape' && setDraft(value)}
          />
          <Button
            type="submit"
            disabled={!isChanged || draft.trim() === ''}
            aria-label={`Save: ${label}`}
          >
            Save
          </Button>
        </div>
        <Problem text={problem} />
      </div>
    </form>
  );
}
