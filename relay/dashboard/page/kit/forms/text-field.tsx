import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asData } from '../../../../../shared/kernel/display.ts';
import { Field, type FieldProps } from './field.tsx';

type Said = Pick<FieldProps, 'label' | 'hint' | 'problem'>;

type Attributes = Pick<
  JSX.InputHTMLAttributes<HTMLInputElement>,
  'type' | 'required' | 'autofocus' | 'placeholder' | 'maxLength' | 'name'
>;

interface TextFieldProps extends Said, Attributes {
  readonly value: string;
  /** For paths and globs. */
  readonly isCode?: boolean;
  onInput(value: string): void;
}

/** A line of text with its label. */
export function TextField({ label, hint, problem, isCode, onInput, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(field) => (
        <input
          {...field}
          {...input}
          {...(isCode && code)}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface LongFieldProps extends Omit<TextFieldProps, 'type'> {
  readonly rows?: number;
}

/** Text of several lines with its label. */
export function LongField({ label, hint, problem, isCode, onInput, ...area }: LongFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(field) => (
        <textarea
          {...field}
          {...area}
          {...(isCode && code)}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

const code = { class: 'input mono', spellcheck: false } as const;

interface ChoiceFieldProps<Value extends string> extends Said {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  onPick(value: Value): void;
}

/** One of a few, with its label. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { value, options, onPick, ...said } = props;
  return (
    <Field {...said}>
      {(field) => (
        <select
          {...field}
          value={value}
          onChange={({ currentTarget }) => onPick(currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface PersonPickProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly class?: string;
  /** One of the values, or a name as somebody typed it. */
  onPick(value: string): void;
}

/** No value of an option: people are named by ids and words. */
const other = '\u0000';

/** A person: one of those who are offered, or anybody whose name is typed. */
export function PersonPick({ label, value, options, class: extra = '', onPick }: PersonPickProps) {
  const [isTyping, setTyping] = useState(false);
  // A field that goes from the page loses the focus, after a key has ended it.
  const hasEnded = useRef(false);
  if (isTyping) {
    const take = (name: string) => {
      if (hasEnded.current) return;
      hasEnded.current = true;
      setTyping(false);
      if (name.trim() !== '') onPick(name.trim());
    };
    return (
      <input
        class={`input pick ${extra}`}
        aria-label={`${label}: a name`}
        placeholder="Name"
        autocomplete="off"
        ref={(input) => input?.focus()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') take(event.currentTarget.value);
          if (event.key === 'Escape') take('');
        }}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
      />
    );
  }
  return (
    <select
      class={`input pick ${extra}`}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        // What is chosen is shown when it counts; it may be refused.
        currentTarget.value = value;
        hasEnded.current = false;
        if (chosen === other) setTyping(true);
        else onPick(chosen);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {asData(option.label, 60)}
        </option>
      ))}
      <option value={other}>Another name…</option>
    </select>
  );
}
