import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import type { Records } from '../../state/records.ts';
import type { History } from '../../state/history.ts';
import { Button } from '../button.tsx';
import { Ago } from '../time.tsx';
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

/** The end of a list: why it could not be loaded, or a button for the next page. */
export function More({
  list,
}: {
  readonly list: Pick<Records<unknown>, 'state' | 'hasMore' | 'isLoaded' | 'more'>;
}) {
  const [isLoading, setLoading] = useState(false);
  const state = list.state.value;
  if (isRefusal(state))
    return (
      <p class="more" role="alert">
        {!list.isLoaded.value && <b>Not loaded yet. </b>}
        {state.message}
      </p>
    );
  if (!list.hasMore.value) return null;
  const load = async () => {
    setLoading(true);
    await list.more();
    setLoading(false);
  };
  return (
    <p class="more">
      <Button kind="quiet" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  );
}

interface RecordRowsProps<T> {
  readonly list: Records<T>;
  /** What the list is of, for readers of the screen. */
  readonly label: string;
  /** One record, with its key. */
  row(item: T): JSX.Element;
  /** What stands there when there are no records. */
  readonly none: ComponentChildren;
  readonly head?: ComponentChildren;
  readonly legend?: ComponentChildren;
}

/** A list of records as rows, with what is said when it is empty, and the way to its next page. */
export function RecordRows<T>({ list, label, row, none, head, legend }: RecordRowsProps<T>) {
  const items = list.items.value;
  return (
    <>
      {items.length === 0 && list.state.value === 'ready' && none}
      {items.length > 0 && (
        <>
          {head}
          <Rows label={label}>{items.map((item) => row(item))}</Rows>
          {legend}
        </>
      )}
      <More list={list} />
    </>
  );
}

interface PastProps {
  readonly history: History;
  /** What an event says about the record whose page it stands in. */
  sentence(event: LogEvent): string;
}

/** What happened to a record, the newest first, each as a sentence. */
export function Past({ history, sentence }: PastProps) {
  const events = history.items.value;
  return (
    <>
      {events.length === 0 && history.state.value === 'ready' && (
        <p class="faint">The log goes not back so far.</p>
      )}
      <ol class="past" aria-label="History, the newest first">
        {events.map((event) => (
          <li key={event.seq}>
            <span>{sentence(event)}</span>
            <span class="faint">
              <Ago at={event.at} />
            </span>
          </li>
        ))}
      </ol>
      <More list={history} />
    </>
  );
}
