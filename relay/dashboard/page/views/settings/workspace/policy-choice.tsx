import { useId, useRef } from 'preact/hooks';
import { act } from '../../../kit/toast.tsx';
import { forAdmins, usePlace } from '../../../place/place.ts';
import { useChange, type Change } from './change.ts';
import { chosenOf, type Policy } from './policies.ts';

interface PolicyChoiceProps {
  readonly policy: Policy;
  readonly isDisabled: boolean;
}

/** One setting with its choices; a choice counts at once, and can be undone. */
export function PolicyChoice({ policy, isDisabled }: PolicyChoiceProps) {
  const { workspace } = usePlace();
  const place = useRef<HTMLFieldSetElement>(null);
  const change = useChange();
  const name = useId();
  const { field, title, about, options } = policy;
  const chosen = chosenOf(workspace.value, policy);
  const choose = async (value: string, label: string) => {
    const refusal = await change({ [field]: value } as Change, {
      done: `${title}: ${label.toLowerCase()}.`,
      back: { [field]: chosen } as Change,
    });
    if (refusal === undefined) return;
    await act(Promise.resolve(refusal));
    for (const input of place.current?.querySelectorAll('input') ?? [])
      input.checked = input.value === chosen;
  };
  return (
    <fieldset
      ref={place}
      class="setting"
      disabled={isDisabled}
      title={isDisabled ? forAdmins : undefined}
      aria-describedby={`${name}-about`}
    >
      <legend class="unseen">{title}</legend>
      <div class="setting-words">
        <span class="setting-title" aria-hidden="true">
          {title}
        </span>
        <p id={`${name}-about`} class="quiet">
          {about}
        </p>
      </div>
      <div class="setting-value">
        {options.map(({ value, label, effect }) => (
          <label key={value} class="choice" data-chosen={value === chosen || undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => void choose(value, label)}
            />
            <span class="choice-label">{label}</span>
            <span class="choice-effect">{effect}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
