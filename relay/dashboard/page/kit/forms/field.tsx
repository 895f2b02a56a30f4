import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

/** What ties an input to its label, its hint and its problem. */
interface FieldInput {
  readonly id: string;
  readonly class: 'input';
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the value is not taken; empty when it is. */
  readonly problem?: string | undefined;
  /** Draws the input with the properties that it is given. */
  children(field: FieldInput): JSX.Element;
}

/** A label with its input. */
export function Field({ label, hint = '', problem = '', children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const field: FieldInput = {
    id,
    class: 'input',
    ...((hint !== '' || problem !== '') && { 'aria-describedby': about }),
    ...(problem !== '' && { 'aria-invalid': true as const }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(field)}
      <p
        id={about}
        class={problem === '' ? 'field-hint' : 'field-problem'}
        role={problem === '' ? undefined : 'alert'}
      >
        {problem || hint}
      </p>
    </div>
  );
}

/** What is wrong with a form as a whole; nothing when it is empty. */
export function Problem({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="field-problem" role="alert">
      {text}
    </p>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** It takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
  onChange(checked: boolean): void;
}

/** A box to tick, with its label. */
export function Check({ label, checked, disabled = false, isFirst = false, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        autofocus={isFirst}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface PickProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Why nothing can be chosen; absent when it can. */
  readonly disabledBecause?: string | undefined;
  onPick(value: Value): void;
}

/** A small choice in a toolbar, such as a filter; its label is for readers of the screen. */
export function Pick<Value extends string>(props: PickProps<Value>) {
  const { label, value, options, disabledBecause, onPick } = props;
  return (
    <select
      class="input pick"
      aria-label={label}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      value={value}
      onChange={({ currentTarget }) => {
        onPick(currentTarget.value as Value);
        // What is chosen is shown when it counts; it may be refused.
        currentTarget.value = value;
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  onInput(value: string): void;
}

/** The search of a view: `/` brings the focus here. */
export function SearchField({ label, value, onInput }: SearchFieldProps) {
  return (
    <input
      type="search"
      class="input search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
    />
  );
}
