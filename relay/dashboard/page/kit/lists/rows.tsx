import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import './rows.css';

type RowsProps = Omit<JSX.HTMLAttributes<HTMLUListElement>, 'class' | 'label'> & {
  /** What the list is of, for readers of the screen. */
  readonly label: string;
  readonly children: ComponentChildren;
};

/**
 * DSH-5: a list whose rows are walked with j, k and the arrows; Home and End go to its ends. Each row has one element that takes
 * the focus, marked `data-row`: a link or a button.
 */
export function Rows({ label, ...rest }: RowsProps) {
  const place = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))
      return;
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = nextRow(event.key, at, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    rows[next]?.focus();
  };
  return <ul {...rest} ref={place} class="rows" aria-label={label} onKeyDown={onKeyDown} />;
}

/** Where a key leads from row `at` of `count`; undefined for other keys. */
export function nextRow(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'k':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
