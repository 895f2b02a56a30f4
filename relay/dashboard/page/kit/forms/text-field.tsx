import type { JSX } from 'preact';
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
