import { useState } from 'preact/hooks';
import { asData } from '../../../../../shared/kernel/display.ts';

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
  if (isTyping) {
    const take = (name: string) => {
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
          if (event.key === 'Escape') setTyping(false);
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
